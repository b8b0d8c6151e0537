import { fromCents, toCents, type Cents } from '#contract/billing/cents.ts'
import type { LineKind } from '#contract/billing/bill.ts'
import { numberOf } from '#contract/billing/papers.ts'
import { book, type Account } from '#server/areas/ledger/public.ts'
import { itemAt } from '../item-at.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'

export interface PaperLine {
  kind: LineKind
  text: string
  cents: Cents
}
/** An invoice or a credit note to issue. */
export interface Draft {
  vendor_id: number
  kind: 'renewal' | 'manual' | 'credit_note'
  issued_on: string
  tm: string
  lines: readonly PaperLine[]
  credit_note_of?: number | null
  /** The days it pays for, as of its issue. */
  period?: { starts: string; ends: string } | null
  /** Nothing is left to pay. */
  paid?: boolean
}
export interface IssuedPaper {
  invoice_id: number
  vendor_id: number
  series: 'INV' | 'CN'
  number: number
  total: Cents
}

/** The ledger account of each kind of line. */
const accountOf: Record<LineKind, Account> = {
  plan: 'revenue_plan',
  proration: 'revenue_plan',
  extra: 'revenue_extra',
  frozen: 'revenue_frozen',
  manual: 'revenue_manual',
  promo: 'discount',
  tax: 'tax',
  credit: 'credit',
  kept: 'credit',
  carried: 'carried',
  refund: 'refunds',
}

/**
 * Issues papers in the given order: numbers without gaps, lines, and ledger movements. It locks the counter
 * until the transaction ends, so issue many at once, and late.
 */
export async function issue(tx: Tx, drafts: readonly Draft[]): Promise<IssuedPaper[]> {
  if (drafts.length === 0) return []
  const rows = drafts.map(({ lines, credit_note_of = null, paid: isPaid = false, period, ...draft }, n) => {
    const cents = lines.reduce((sum, line) => sum + line.cents, 0)
    return {
      ...draft,
      n,
      series: draft.kind === 'credit_note' ? 'CN' : 'INV',
      credit_note_of,
      period_starts: period?.starts ?? null,
      period_ends: period?.ends ?? null,
      total: fromCents(cents),
      paid: isPaid || cents <= 0,
      lines: lines.map((line, i) => ({
        line_no: i + 1,
        kind: line.kind,
        text: line.text,
        amount: fromCents(line.cents),
      })),
    }
  })
  const papers = await insertPapers(tx, rows)
  await book(
    tx,
    papers.map((paper, i) => {
      const draft = itemAt(drafts, i)
      return {
        key: `paper ${paper.invoice_id}`,
        vendor_id: paper.vendor_id,
        tm: draft.tm,
        what: numberOf(paper),
        postings: [
          { account: 'receivable', cents: paper.total },
          ...draft.lines.map(({ kind, cents }) => ({ account: accountOf[kind], cents: -cents })),
        ],
      }
    }),
  )
  return papers
}

/** Inserts papers with their lines, numbering each series without gaps. */
async function insertPapers(tx: Tx, drafts: readonly object[]): Promise<IssuedPaper[]> {
  const { rows } = await sql<Omit<IssuedPaper, 'total'> & { total: string }>`
    with draft as (
      select *, row_number() over (partition by series order by n) as nth
      from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as d (
        n int, vendor_id int, kind text, issued_on date, tm timestamptz, series text, credit_note_of bigint,
        total numeric, paid boolean, period_starts date, period_ends date, lines jsonb)
    ), counted as (
      update invoice_counter c
      set last = c.last + d.issued
      from (select series, count(*) as issued from draft group by series) d
      where d.series = c.series
      returning c.series, c.last - d.issued as before
    ), paper as (
      insert into invoice
        (vendor_id, series, number, kind, issued_on, issued_tm, total, credit_note_of, bill_to, paid_tm,
          period_starts, period_ends)
      select d.vendor_id, d.series, c.before + d.nth, d.kind, d.issued_on, d.tm, d.total, d.credit_note_of,
        jsonb_build_object('company', v.company) || coalesce(
          b.contact || jsonb_build_object('name', concat_ws(' ', b.contact->>'first_name', b.contact->>'last_name')),
          jsonb_build_object('name', concat_ws(' ', k.first_name, k.last_name), 'email', k.email,
            'address1', k.address1, 'address2', k.address2, 'city', k.city, 'state', k.state, 'zip', k.zip,
            'country', k.country)),
        case when d.paid then d.tm end, d.period_starts, d.period_ends
      from draft d
      join counted c using (series)
      join vendor v using (vendor_id)
      left join contact k on k.contact_id = v.primary_contact_id
      left join billing_contact b on b.vendor_id = d.vendor_id
      order by d.n
      returning invoice_id, vendor_id, series, number, total
    ), line as (
      insert into invoice_line
      select p.invoice_id, l.*
      from paper p
      join counted c using (series)
      join draft d on d.series = p.series and p.number = c.before + d.nth
      cross join jsonb_to_recordset(d.lines) as l (line_no smallint, kind text, text text, amount numeric)
    )
    select p.*
    from paper p
    join counted c using (series)
    join draft d on d.series = p.series and p.number = c.before + d.nth
    order by d.n`.execute(tx)
  return rows.map((paper) => ({ ...paper, total: toCents(paper.total) }))
}
