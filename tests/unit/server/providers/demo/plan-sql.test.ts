import { describe, expect, it } from 'vitest'
import { planLookup, planQuery } from '#server/providers/demo/plan-sql'
import { findLink, readTables, type Table } from '#server/providers/demo/read-tables'

const products: Table = { name: 'products', columns: ['id', 'name', 'category', 'price'] }
const orders: Table = { name: 'orders', columns: ['id', 'customer_id', 'ordered_on', 'status', 'total'] }
const customers: Table = { name: 'customers', columns: ['id', 'name', 'city'] }

describe('planQuery', () => {
  it.each([
    ['how many products cost more than 50', products, 'SELECT COUNT(*) AS count FROM products WHERE price > 50'],
    ['show products between 10 and 20', products, 'SELECT * FROM products WHERE price BETWEEN 10 AND 20 LIMIT 50'],
    ['average price of products', products, 'SELECT ROUND(AVG(price), 2) AS average_price FROM products'],
    ['the cheapest product', products, 'SELECT * FROM products ORDER BY price ASC LIMIT 1'],
    ['show me shipped orders', orders, 'SELECT * FROM orders WHERE status LIKE \'shipped\' LIMIT 50'],
    ['show the latest 3 orders', orders, 'SELECT * FROM orders ORDER BY ordered_on DESC LIMIT 3'],
    [
      'how many customers are there per city', customers,
      'SELECT city, COUNT(*) AS count FROM customers GROUP BY city ORDER BY 2 DESC LIMIT 50',
    ],
  ])('writes "%s"', (clause, table, sql) => {
    expect(planQuery({ clause, table }).sql).toBe(sql)
  })

  it('doubles the quotation mark of a name', () => {
    expect(planLookup(customers, 'O\'Hara').sql).toBe('SELECT * FROM customers WHERE name LIKE \'%O\'\'Hara%\' LIMIT 50')
  })
})

describe('readTables', () => {
  const outcome = (text: string, structuredContent?: unknown) => ({
    status: 'ok' as const, content: [{ type: 'text' as const, text }], structuredContent, durationMs: 0,
  })

  it('reads a listing as data, as statements and as text', () => {
    const expected = [{ name: 'orders', columns: ['id', 'total'] }]
    expect(readTables(outcome('', { tables: [{ name: 'orders', columns: [{ name: 'id' }, { name: 'total' }] }] }))).toEqual(expected)
    expect(readTables(outcome('CREATE TABLE orders (id INTEGER, total REAL, PRIMARY KEY (id))'))).toEqual(expected)
    expect(readTables(outcome('- orders(id INTEGER, total REAL)'))).toEqual(expected)
  })

  it('finds which column points to another table', () => {
    expect(findLink(orders, customers)).toBe('customer_id')
    expect(findLink(products, customers)).toBeUndefined()
  })
})
