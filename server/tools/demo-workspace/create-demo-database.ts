import { rename, rm } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { DEMO_CUSTOMERS, DEMO_ORDERS, DEMO_PRODUCTS } from './demo-shop'

const SCHEMA = `
  create table customers (
    id integer primary key, name text not null, email text not null unique, city text not null, joined_on text not null
  );
  create table products (
    id integer primary key, name text not null, category text not null, price real not null
  );
  create table orders (
    id integer primary key, customer_id integer not null references customers (id),
    ordered_on text not null, status text not null, total real not null
  );
  create table order_items (
    order_id integer not null references orders (id), product_id integer not null references products (id),
    quantity integer not null, unit_price real not null, primary key (order_id, product_id)
  );
  create index orders_customer on orders (customer_id);`

/** Writes the demo shop into a new file, under a temporary name first, so that a crash leaves no incomplete database. */
export async function createDemoDatabase(file: string): Promise<void> {
  const unfinished = `${file}.new`
  await rm(unfinished, { force: true })
  const database = new Database(unfinished)
  try {
    database.exec(SCHEMA)
    database.transaction(() => fill(database))()
  }
  finally {
    database.close()
  }
  await rename(unfinished, file)
}

function fill(database: Database.Database): void {
  const customer = database.prepare('insert into customers values (@id, @name, @email, @city, @joinedOn)')
  const product = database.prepare('insert into products values (@id, @name, @category, @price)')
  const order = database.prepare('insert into orders values (?, ?, ?, ?, ?)')
  const item = database.prepare('insert into order_items values (?, ?, ?, ?)')
  const cents = new Map<number, number>(DEMO_PRODUCTS.map(({ id, price }) => [id, Math.round(price * 100)]))
  for (const row of DEMO_CUSTOMERS) customer.run(row)
  for (const row of DEMO_PRODUCTS) product.run(row)
  for (const { id, customerId, orderedOn, status, items } of DEMO_ORDERS) {
    // Summed in cents: dollars would leave a total such as 70.17999999999999.
    const priced = items.map(([productId, quantity]) => ({ productId, quantity, price: cents.get(productId) ?? 0 }))
    const total = priced.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    order.run(id, customerId, orderedOn, status, total / 100)
    for (const { productId, quantity, price } of priced) item.run(id, productId, quantity, price / 100)
  }
}
