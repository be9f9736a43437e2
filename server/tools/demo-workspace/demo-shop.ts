/** Customers, products and orders of the demo shop. There is exactly one Alice, and her four orders come to 1234.56. */

export const DEMO_CUSTOMERS = [
  { id: 1, name: 'Alice Nguyen', email: 'alice.nguyen@example.com', city: 'Paris', joinedOn: '2024-02-11' },
  { id: 2, name: 'Bruno Keller', email: 'bruno.keller@example.com', city: 'Berlin', joinedOn: '2024-03-02' },
  { id: 3, name: 'Chiara Russo', email: 'chiara.russo@example.com', city: 'Rome', joinedOn: '2024-03-19' },
  { id: 4, name: 'Daniel Okafor', email: 'daniel.okafor@example.com', city: 'London', joinedOn: '2024-05-07' },
  { id: 5, name: 'Emma Lindqvist', email: 'emma.lindqvist@example.com', city: 'Stockholm', joinedOn: '2024-06-23' },
  { id: 6, name: 'Farid Haddad', email: 'farid.haddad@example.com', city: 'Paris', joinedOn: '2024-08-14' },
  { id: 7, name: 'Grace Kimura', email: 'grace.kimura@example.com', city: 'Tokyo', joinedOn: '2024-09-30' },
  { id: 8, name: 'Henry Walsh', email: 'henry.walsh@example.com', city: 'New York', joinedOn: '2024-11-05' },
  { id: 9, name: 'Isabel Moreno', email: 'isabel.moreno@example.com', city: 'Madrid', joinedOn: '2025-01-17' },
  { id: 10, name: 'Jonas Weber', email: 'jonas.weber@example.com', city: 'Berlin', joinedOn: '2025-02-28' },
  { id: 11, name: 'Karen Patel', email: 'karen.patel@example.com', city: 'London', joinedOn: '2025-04-09' },
  { id: 12, name: 'Liam Brown', email: 'liam.brown@example.com', city: 'Sydney', joinedOn: '2025-05-21' },
] as const

/** Prices in dollars. */
export const DEMO_PRODUCTS = [
  { id: 1, name: 'Desk Lamp', category: 'Furniture', price: 39.9 },
  { id: 2, name: 'Office Chair', category: 'Furniture', price: 249 },
  { id: 3, name: 'Standing Desk', category: 'Furniture', price: 489 },
  { id: 4, name: 'Notebook A5', category: 'Stationery', price: 6.5 },
  { id: 5, name: 'Fountain Pen', category: 'Stationery', price: 34.95 },
  { id: 6, name: 'Mechanical Keyboard', category: 'Electronics', price: 119 },
  { id: 7, name: 'Wireless Mouse', category: 'Electronics', price: 45.5 },
  { id: 8, name: 'Monitor 27 inch', category: 'Electronics', price: 329 },
  { id: 9, name: 'USB-C Dock', category: 'Electronics', price: 159 },
  { id: 10, name: 'Webcam', category: 'Electronics', price: 79.9 },
  { id: 11, name: 'Headphones', category: 'Electronics', price: 149 },
  { id: 12, name: 'Laptop Stand', category: 'Furniture', price: 54.95 },
  { id: 13, name: 'Cable Set', category: 'Electronics', price: 18.75 },
  { id: 14, name: 'Desk Mat', category: 'Furniture', price: 24.99 },
  { id: 15, name: 'Coffee Mug', category: 'Kitchen', price: 12.34 },
] as const

interface DemoOrder {
  readonly id: number
  readonly customerId: number
  readonly orderedOn: string
  readonly status: 'paid' | 'shipped' | 'delivered' | 'cancelled'
  /** Product and quantity; the total is their sum. */
  readonly items: readonly (readonly [productId: number, quantity: number])[]
}

export const DEMO_ORDERS: readonly DemoOrder[] = [
  { id: 1001, customerId: 2, orderedOn: '2026-04-03', status: 'delivered', items: [[2, 1], [1, 1]] },
  { id: 1002, customerId: 5, orderedOn: '2026-04-11', status: 'delivered', items: [[6, 1], [7, 1]] },
  { id: 1003, customerId: 1, orderedOn: '2026-04-18', status: 'delivered', items: [[3, 1], [14, 2]] },
  { id: 1004, customerId: 8, orderedOn: '2026-04-22', status: 'delivered', items: [[11, 2]] },
  { id: 1005, customerId: 3, orderedOn: '2026-05-02', status: 'delivered', items: [[4, 10], [5, 1]] },
  { id: 1006, customerId: 7, orderedOn: '2026-05-06', status: 'delivered', items: [[9, 1], [13, 2]] },
  { id: 1007, customerId: 4, orderedOn: '2026-05-15', status: 'cancelled', items: [[8, 2]] },
  { id: 1008, customerId: 10, orderedOn: '2026-05-19', status: 'delivered', items: [[12, 1], [15, 4]] },
  { id: 1009, customerId: 6, orderedOn: '2026-05-27', status: 'delivered', items: [[10, 1]] },
  { id: 1010, customerId: 1, orderedOn: '2026-06-04', status: 'delivered', items: [[8, 1], [13, 2]] },
  { id: 1011, customerId: 9, orderedOn: '2026-06-09', status: 'delivered', items: [[2, 2], [14, 2]] },
  { id: 1012, customerId: 11, orderedOn: '2026-06-13', status: 'delivered', items: [[5, 2], [4, 5]] },
  { id: 1013, customerId: 12, orderedOn: '2026-06-21', status: 'delivered', items: [[3, 1]] },
  { id: 1014, customerId: 2, orderedOn: '2026-06-30', status: 'delivered', items: [[7, 1], [13, 1]] },
  { id: 1015, customerId: 5, orderedOn: '2026-07-08', status: 'delivered', items: [[1, 2], [15, 2]] },
  { id: 1016, customerId: 8, orderedOn: '2026-07-14', status: 'delivered', items: [[8, 1], [9, 1]] },
  { id: 1017, customerId: 3, orderedOn: '2026-07-20', status: 'cancelled', items: [[6, 1]] },
  { id: 1018, customerId: 1, orderedOn: '2026-07-29', status: 'delivered', items: [[11, 1], [12, 2]] },
  { id: 1019, customerId: 7, orderedOn: '2026-08-05', status: 'delivered', items: [[4, 20]] },
  { id: 1020, customerId: 10, orderedOn: '2026-08-12', status: 'delivered', items: [[2, 1], [14, 1], [15, 1]] },
  { id: 1021, customerId: 4, orderedOn: '2026-08-18', status: 'delivered', items: [[10, 2], [13, 3]] },
  { id: 1022, customerId: 6, orderedOn: '2026-08-26', status: 'delivered', items: [[3, 1], [2, 1], [1, 1]] },
  { id: 1023, customerId: 12, orderedOn: '2026-09-01', status: 'shipped', items: [[6, 2]] },
  { id: 1024, customerId: 9, orderedOn: '2026-09-07', status: 'shipped', items: [[5, 1], [15, 3]] },
  { id: 1025, customerId: 11, orderedOn: '2026-09-12', status: 'shipped', items: [[9, 2], [13, 4]] },
  { id: 1026, customerId: 1, orderedOn: '2026-09-16', status: 'shipped', items: [[7, 1], [15, 2]] },
  { id: 1027, customerId: 2, orderedOn: '2026-09-19', status: 'shipped', items: [[8, 1], [12, 1]] },
  { id: 1028, customerId: 5, orderedOn: '2026-09-23', status: 'paid', items: [[11, 1], [4, 3]] },
  { id: 1029, customerId: 8, orderedOn: '2026-09-26', status: 'paid', items: [[14, 4]] },
  { id: 1030, customerId: 3, orderedOn: '2026-09-29', status: 'paid', items: [[10, 1], [7, 1], [6, 1]] },
]
