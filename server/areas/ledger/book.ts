import { fromCents, type Cents } from '#contract/billing/cents.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

/** What the ledger keeps apart (docs/domain.md, The ledger). */
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

/** One movement: its postings sum to zero, what comes is above it. */
export interface Movement {
  /** What it is the booking of; a second one with the same key fails. */
  key: string
  vendor_id: number
  tm: string
  what: string
  postings: readonly { account: Account; cents: Cents }[]
  /** The key of the movement that it takes back. */
  reverses?: string
}

/**
 * Books movements, all in one statement; one without postings is none. A vendor's `credit_available` is
 * what the ledger has on its credit, and moves by this alone (docs/domain.md, The ledger).
 */
export async function book(tx: Tx, movements: readonly Movement[]): Promise<void> {
  const all = movements.flatMap(({ postings, ...movement }) => {
    const told = postings.filter(({ cents }) => cents !== 0)
    if (told.length === 0) return []
    if (told.reduce((sum, { cents }) => sum + cents, 0) !== 0)
      throw new Error(`“${movement.what}” doesn’t sum to zero`)
    const amounts = told.map(({ account, cents }, i) => ({
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
        -- by its key: a join’s plan, made while the ledger was small, reads all of it
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

/** Credit that is given to a vendor, or taken back. */
export const bookCredit = (tx: Tx, vendor_id: number, cents: Cents, by: { key: string; tm: string }) =>
  book(tx, [
    {
      ...by,
      vendor_id,
      what: cents > 0 ? 'Credit given' : 'Credit taken back',
      postings: [
        { account: 'credit_granted', cents },
        { account: 'credit', cents: -cents },
      ],
    },
  ])
