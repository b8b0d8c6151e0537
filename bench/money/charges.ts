import type pg from 'pg'
import type { BenchRequest } from '../client.ts'
import { fillUnindexed } from '../filled.ts'
import type { Measure } from '../measured.ts'

export const charges = Number(process.env.BENCH_CHARGES ?? 3_000_000)

/**
 * Charges over three years, each with its invoice: one in ten was declined, one in a thousand failed, one
 * in twenty was partly refunded, one in fifty is a third party's or only authorized; a few are large. Of
 * the papers of the last three years, one in twenty is a credit note, one in fifty is open, one in 500 is
 * written off.
 */
export const makeAllCharges = (client: pg.Client, payers: number): Promise<void> =>
  fillUnindexed(client, ['invoice', 'vendor_charge'], async () => {
    // this data already meets what the triggers enforce
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into invoice (vendor_id, series, number, kind, issued_on, issued_tm, total, bill_to, paid_tm,
          written_off_tm, written_off_reason)
        select v.first + n % $2, case when n % 20 = 0 then 'CN' else 'INV' end, 1000000 + n,
          case when n % 20 = 0 then 'credit_note' when n % 15 = 1 then 'manual' else 'renewal' end, d.day, d.day,
          ((case when n % 500 = 3 then 2000 else 29 end) + n % 170) * (case when n % 20 = 0 then -1 else 1 end),
          '{}', case when n % 50 <> 7 and n % 500 <> 11 then d.day end, case when n % 500 = 11 then d.day end,
          case when n % 500 = 11 then 'Closed' end
        from generate_series(1, $1::int) n
        cross join lateral (select current_date - 1095 + (n * 1095.0 / $1)::int as day) d
        cross join (select min(vendor_id) as first from vendor where company like 'Payer %') v`,
      [charges, payers],
    )
    await client.query(
      `insert into vendor_charge (vendor_id, tm, amount, vendor_charge_trans_type_id, vendor_charge_status_id,
          vendor_charge_type_id, transaction_num, charge_description, invoice_id, card)
        select vendor_id, timestamptz '2023-11-01' + (number - 1000000) * interval '3 years' / $1,
          (case when number % 500 = 0 then 2000 else 29 end) + number % 170,
          case when number % 20 = 0 then 3 when number % 50 = 1 then 2 + 2 * (number % 2) + number % 3 % 2 else 1 end,
          case when number % 1000 = 7 then 3 when number % 10 = 1 then 2 else 1 end,
          case when number % 15 = 0 then 2 + number % 4 else 1 end,
          'ch_all_' || number, 'Renewal, INV-' || number, invoice_id, 'Visa 4242'
        from invoice
        where number > 1000000`,
      [charges],
    )
    await client.query(`set session_replication_role = origin`)
  })

const sorts = ['-tm', 'tm', '-amount', 'amount']
/** Common and rare filters, alone and combined, some without matches. */
const filters = [
  'state=success',
  'state=declined',
  'state=failed',
  'state=refunded_in_part',
  'type=3',
  'type=5',
  'type=3&state=declined',
  'type=3&state=failed',
  'for=4',
  'for=5&state=declined',
  'for=3&type=3',
  'least=2000',
  'least=2000&state=failed',
  'least=100&most=100.50',
  'from=2024-03-01&to=2024-03-31',
  'from=2024-03-01&to=2025-03-31&least=2100',
  'from=2024-03-01&to=2024-03-02&type=3&state=success',
  'from=2019-01-01&to=2019-12-31',
]
const searches = ['ch_all_1234567', 'INV-1234567', 'Payer 4321', '777', 'Payer', 'Payer 99', 'nobody at all']

export async function measureAllCharges(measure: Measure): Promise<void> {
  const list = (query: string, turn: number, page = 1): BenchRequest => ({
    method: 'GET',
    path: `/api/charges?${query}&sort=${sorts[turn % sorts.length]}&page=${page}`,
  })
  const pick = <T>(all: readonly T[], turn: number): T => all[Math.floor(turn / sorts.length) % all.length]!
  const n = charges.toLocaleString('en-US')
  await measure(`GET charges (${n} of all vendors), by page and sort`, 60, (t) =>
    list('', t, 1 + ((t * 37) % 200)),
  )
  await measure('… by each filter and several, either way', filters.length * sorts.length, (t) =>
    list(pick(filters, t), t),
  )
  await measure('… by text, and by text and filters', searches.length * sorts.length * 2, (t) =>
    list(`search=${encodeURIComponent(pick(searches, t))}${t >= 28 ? '&state=declined' : ''}`, t),
  )
}
