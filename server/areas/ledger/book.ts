import { fromCents, type Cents } from '#contract/billing/cents.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

/** The ledger's accounts (docs/domain/ledger.md). */
export type Account =
  | 'receivable'
  | 'gateway'
  | 'outside'
  | 'third_party'
  | 'carried'
  | 'credit'
  | 'credit_granted'
  | 'revenue_plan'
  | 'revenue_extra'
  | 'revenue_frozen'
  | 'revenue_manual'
  | 'discount'
  | 'refunds'
  | 'tax'
  | 'disputed'
  | 'dispute_loss'
  | 'bad_debt'

/** A movement: its postings sum to zero; incoming amounts are positive. */
export interface Movement {
  /** What it books; a second movement with the same key fails. */
  key: string
  vendor_id: number
  tm: string
  what: string
  postings: readonly { account: Account; cents: Cents }[]
  /** The key of the movement that it reverses. */
  reverses?: string
}

/**
 * Books movements in one statement, skipping those without postings. A vendor's `credit_available` is its
 * balance on the credit account and changes only here (docs/domain/ledger.md).
 */
export async function book(tx: Tx, movements: readonly Movement[]): Promise<void> {
  const all = movements.flatMap(({ postings, ...movement }) => {
    const nonZeroPostings = postings.filter(({ cents }) => cents !== 0)
    if (nonZeroPostings.length === 0) return []
    if (nonZeroPostings.reduce((sum, { cents }) => sum + cents, 0) !== 0)
      throw new Error(`postings of “${movement.what}” don’t sum to zero`)
    const amounts = nonZeroPostings.map(({ account, cents }, i) => ({
      line_no: i + 1,
      account,
      amount: fromCents(cents),
    }))
    return { reverses: null, ...movement, postings: amounts }
  })
  if (all.length === 0) return
  await sql`
    with movement as (
      select *
      from jsonb_to_recordset(${JSON.stringify(all)}::jsonb)
        as m (key text, vendor_id int, tm timestamptz, what text, reverses text, postings jsonb)
    ), booked as (
      insert into ledger_transaction (key, vendor_id, tm, what, reverses)
      select m.key, m.vendor_id, m.tm, m.what,
        -- by key: a join planned while the ledger was small reads all of it
        (select r.ledger_transaction_id from ledger_transaction r where r.key = m.reverses)
      from movement m
      returning ledger_transaction_id, key
    ), posting as (
      insert into ledger_posting
      select b.ledger_transaction_id, p.line_no, m.vendor_id, p.account, p.amount
      from booked b
      join movement m using (key)
      cross join jsonb_to_recordset(m.postings) as p (line_no smallint, account text, amount numeric)
      returning vendor_id, account, amount
    )
    update vendor v
    set credit_available = v.credit_available - c.amount
    from (
      select vendor_id, sum(amount) as amount
      from posting
      where account = 'credit'
      group by vendor_id) c
    where v.vendor_id = c.vendor_id`.execute(tx)
}

/** Gives credit to a vendor, or takes it back. */
export const bookCredit = (tx: Tx, vendor_id: number, cents: Cents, origin: { key: string; tm: string }) =>
  book(tx, [
    {
      ...origin,
      vendor_id,
      what: cents > 0 ? 'Credit added' : 'Credit removed',
      postings: [
        { account: 'credit_granted', cents },
        { account: 'credit', cents: -cents },
      ],
    },
  ])
