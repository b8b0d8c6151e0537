// Money: the billing history of a vendor with 10,000 charges, the charges and the papers of all vendors, and the
// calls of the page Money over a long ledger.
import { singleRow } from '#server/platform/database/sql.ts'
import pg from 'pg'
import { chargeSort } from '#contract/billing/billing.ts'
import { keepLedgerSums } from '#server/areas/ledger/public.ts'
import { openCaller } from '../client.ts'
import type { Figure } from '../feed.ts'
import { makeAllCharges, measureAllCharges } from './charges.ts'
import { fillUnindexed } from '../filled.ts'
import { measureInto, writeLine } from '../measured.ts'
import { measurePapers } from './papers.ts'

const postings = Number(process.env.BENCH_POSTINGS ?? 3_000_000)
const charges = 10_000
const payers = 10_000

export async function benchMoney(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir)
  const figures: Figure[] = []
  const measure = measureInto(figures, caller)
  writeLine('charges and postings')
  const vendor = await makeCharges(client)
  await makeAllCharges(client, payers)
  await fillUnindexed(client, ['ledger_transaction', 'ledger_posting'], () => makePostings(client))
  await client.query('vacuum analyze')
  // as the timer does; each call reads what came in its last quarter of an hour
  await keepLedgerSums(caller.services)

  const history = `/api/vendor/${vendor}/billing-history`
  const n = charges.toLocaleString('en-US')
  await measure(`GET billing-history (${n} charges of one vendor), by page and sort`, 60, (t) => ({
    method: 'GET',
    path: `${history}?page=${1 + (t % 80)}&sort=${chargeSort.options[t % chargeSort.options.length]}`,
  }))
  await measure('… by type and state', 60, (t) => ({
    method: 'GET',
    path: `${history}?type=1&state=${t % 2 === 0 ? 'success' : 'declined'}&page=${1 + (t % 20)}`,
  }))
  await measureAllCharges(measure)
  await measurePapers(measure)
  const all = postings.toLocaleString('en-US')
  for (const call of ['sums', 'waiting', 'books'])
    await measure(`GET payments/${call} (${all} postings)`, 10, () => ({
      method: 'GET',
      path: `/api/payments/${call}`,
    }))
  await caller.close()
  await client.end()
  return figures
}

/** One in ten was declined, one in twenty was partly refunded; each has its paper. */
async function makeCharges(client: pg.Client): Promise<number> {
  await client.query(`insert into vendor (company) select 'Payer ' || n from generate_series(1, $1) n`, [
    payers,
  ])
  const { rows } = await client.query<{ id: number }>(`select max(vendor_id) as id from vendor`)
  const vendor = singleRow(rows).id
  await client.query(
    `insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm)
      select $1, 'INV', n, 'renewal', '2026-01-01', '2026-01-01', 49, '{}', '2026-01-01'
      from generate_series(1, $2) n`,
    [vendor, charges],
  )
  await client.query(
    `insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
        transaction_num, charge_description, invoice_id, card)
      select $1, timestamptz '2024-01-01' + number * interval '1 hour', 49,
        case when number % 20 = 0 then 3 else 1 end, case when number % 10 = 1 then 2 else 1 end,
        'ch_' || number, 'Renewal, INV-' || number, invoice_id, 'Visa 4242'
      from invoice
      where vendor_id = $1`,
    [vendor],
  )
  return vendor
}

/**
 * Ledger transactions of two postings each, over two years: a paper, its payment, sometimes credit or a
 * refund.
 */
async function makePostings(client: pg.Client): Promise<void> {
  // this data already meets what the triggers enforce
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into ledger_transaction (key, vendor_id, tm, what)
      select 'bench ' || n, 1 + n % $2, timestamptz '2024-11-01' + n * interval '2 years' / $1, 'INV-' || n
      from generate_series(1, $1::int) n`,
    [postings / 2, payers],
  )
  await client.query(
    `insert into ledger_posting
      select t.ledger_transaction_id, l.line_no, t.vendor_id,
        case when l.line_no = 2 then 'receivable' when t.ledger_transaction_id % 2 = 0 then 'gateway'
          when t.ledger_transaction_id % 31 = 0 then 'credit' else 'revenue_plan' end,
        case when (l.line_no = 1) = (t.ledger_transaction_id % 20 = 0) then -49 else 49 end
      from ledger_transaction t
      cross join (values (1), (2)) l (line_no)
      where t.key like 'bench %'`,
  )
  await client.query(`set session_replication_role = origin`)
}
