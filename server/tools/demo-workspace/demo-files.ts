/** Files of the demo workspace by their path in it. */
export const DEMO_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Demo workspace

The file tools read and write in this folder and nowhere else. Everything here is made up; change or delete it as you like.

- \`notes/meeting.md\`: notes of a planning meeting, good for a summary
- \`notes/ideas.md\`: a short list
- \`reports/q3.csv\`: sales of a quarter by region

The database \`shop\` holds customers, products and orders. Try: "Look up Alice in the customer database, get her orders,
and calculate the total".
`,
  'notes/meeting.md': `# Planning meeting, 14 September 2026

Present: Maya (chair), Tom, Priya, Lukas. Excused: Sofia.

## Online shop

Priya reported that the new checkout went live on 2 September. Abandoned carts fell from 31% to 24% in the first week. Two
problems remain: the address form rejects Irish postcodes, and the confirmation mail arrives up to ten minutes late. Lukas
will mend the form by Friday. Tom asks the mail provider for a faster queue and reports next week.

## Warehouse

Tom presented the stock count. Standing desks and monitors sell faster than planned and will be out of stock in three weeks
at the present rate. We agreed to order 120 desks and 200 monitors now, although the price is 4% higher than in spring. The
office chairs that came with damaged armrests in August go back to the supplier; Maya signs the claim.

## Budget

The third quarter closes about 6,000 dollars under plan, mostly because the trade fair was cancelled. Maya proposes to spend
half of it on product photographs and to keep the rest. Nobody objected.

## Decisions

1. Order 120 standing desks and 200 monitors this week (Tom).
2. Return the damaged chairs (Maya).
3. Spend 3,000 dollars on photographs (Priya chooses the studio).
4. No new features in the shop before the address form works.

## Open questions

- Do we open the shop for customers in Norway before Christmas? Sofia is asked to find out about customs duties.
- Who looks after support during the holidays?

Next meeting: 28 September, 10:00, same room.
`,
  'notes/ideas.md': `# Ideas

- Gift cards, printed and by mail
- A bundle of desk, lamp and mat at 10% off
- Ask customers for a photo of their desk; the best one wins a chair
- Show the delivery date before the checkout, not after it
- A repair guide for every product that we sell
`,
  'reports/q3.csv': `month,region,orders,revenue
2026-07,North,214,31870.40
2026-07,South,187,26412.95
2026-07,West,156,22990.10
2026-08,North,198,29104.75
2026-08,South,203,28977.30
2026-08,West,149,21350.60
2026-09,North,241,36718.85
2026-09,South,219,31266.20
2026-09,West,177,25841.45
`,
}
