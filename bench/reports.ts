// Reports over three years of 100,000 vendors and 5,000,000 charges: each one as its screen reads it, the work of the
// night before it, and the exports.
import pg from 'pg'
import { keepLedgerSums } from '#server/areas/ledger/public.ts'
import { keepReports } from '#server/areas/reports/public.ts'
import { openCaller } from './client.ts'
import { measureExport } from './exports.ts'
import type { Figure } from './feed.ts'
import { measureInto, writeLine } from './measured.ts'
import { fillYears } from './report-years.ts'

const vendors = Number(process.env.BENCH_VENDORS ?? 100_000)
const charges = Number(process.env.BENCH_CHARGES ?? 5_000_000)
/** A report that is computed anew, in ms; the limits are those of docs/performance.md. */
const anew = 2000
const nightSeconds = 300

export async function benchReports(url: string, dir: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const caller = await openCaller(url, dir, { version: 'bench' }, 'admin')
  const figures: Figure[] = []
  const measure = measureInto(figures, caller)
  writeLine(`${vendors.toLocaleString('en-US')} vendors and ${charges.toLocaleString('en-US')} charges`)
  await fillYears(client, vendors, charges)
  await keepLedgerSums(caller.services)
  writeLine('snapshots')
  const began = performance.now()
  await keepReports(caller.services)
  const seconds = (performance.now() - began) / 1000
  figures.push({
    subject: `All figures of ${vendors.toLocaleString('en-US')} vendors from nothing, once`,
    result: `${seconds.toFixed(0)} s`,
    limit: '',
    ratio: '',
    aim: '',
  })
  writeLine(`from nothing: ${seconds.toFixed(1)} s`)
  await measureNight(client, caller.services, figures)
  await measureChange(client, caller.services, figures, 0)
  await measureChange(client, caller.services, figures, 365)
  await client.query('analyze')

  const month = (turn: number, back = 12) => {
    const day = new Date()
    day.setUTCDate(1)
    day.setUTCMonth(day.getUTCMonth() - 1 - (turn % back))
    return day
  }
  const monthQuery = (turn: number) =>
    `year=${month(turn).getUTCFullYear()}&month=${month(turn).getUTCMonth() + 1}`
  const range = (turn: number, days: number) => {
    const end = month(turn).getTime()
    const day = (tm: number) => new Date(tm).toISOString().slice(0, 10)
    return { start: day(end - days * 86_400_000), end: day(end) }
  }
  const get = (path: string) => ({ method: 'GET' as const, path: `/api/${path}` })
  const post = (path: string, body: unknown) => ({
    method: 'POST' as const,
    path: `/api/reports/${path}`,
    body,
  })
  await measure('GET monthly-revenue, 13 and 36 months', 20, (t) =>
    get(`reports/monthly-revenue?months=${[13, 36][t % 2]}`),
  )
  for (const tab of ['recurring', 'earned', 'cohorts'])
    await measure(`GET monthly-revenue/${tab}, 36 months`, 20, () =>
      get(`reports/monthly-revenue/${tab}?months=36`),
    )
  await measure(
    'GET monthly-revenue/unpaid-cards, 13 months',
    10,
    () => get('reports/monthly-revenue/unpaid-cards?months=13'),
    anew,
  )
  for (const number of ['movements', 'paying', 'retained', 'earned_net', 'deferred', 'unpaid'])
    await measure(
      `GET monthly-revenue/rows: ${number} of a month`,
      10,
      (t) =>
        get(
          `reports/monthly-revenue/rows?number=${number}&month=${month(t).toISOString().slice(0, 10)}&page=${1 + (t % 5)}`,
        ),
      anew,
    )
  await measure(
    'GET monthly-revenue/payments of a month',
    20,
    (t) =>
      get(
        `reports/monthly-revenue/payments?month=${month(t).toISOString().slice(0, 10)}&page=${1 + (t % 5)}`,
      ),
    anew,
  )
  await measure('GET remaining-month-estimate', 5, () => get('reports/remaining-month-estimate'), anew)
  await measure(
    'GET churned-users of a month',
    12,
    (t) => get(`reports/churned-users?${monthQuery(t)}`),
    anew,
  )
  await measure(
    'GET status-change of a month',
    12,
    (t) => get(`reports/status-change?${monthQuery(t)}`),
    anew,
  )
  await measure(
    'GET affiliates/report of a month',
    12,
    (t) => get(`affiliates/report?${monthQuery(t)}`),
    anew,
  )
  await measure(
    'POST cancels, a month and a year',
    12,
    (t) => post('cancels', range(t, t % 2 ? 30 : 365)),
    anew,
  )
  await measure(
    'POST new-subscriptions, each window',
    12,
    (t) => ({
      method: 'POST',
      path: '/api/vendor/new_subscriptions',
      body: { interval: [60, 1440, 10080, 43200][t % 4] },
    }),
    anew,
  )
  await measure(
    'POST closed-deals, three months and a year',
    12,
    (t) => post('closed-deals', range(t, t % 2 ? 90 : 365)),
    anew,
  )
  await measure('POST billing-suspended, a year', 5, (t) => post('billing-suspended', range(t, 365)), anew)
  await measure(
    'POST supplier-subscriptions, a month and a year',
    12,
    (t) => post('supplier-subscriptions', range(t, t % 2 ? 30 : 365)),
    anew,
  )
  const violations = get('reports/plan-violations')
  const violationsStart = performance.now()
  await caller.ask(violations)
  const violationsMs = performance.now() - violationsStart
  figures.push({
    subject: 'GET plan-violations, computed anew',
    result: `${violationsMs.toFixed(0)} ms`,
    limit: `${anew} ms`,
    ratio: (violationsMs / anew).toFixed(2),
    aim: '< 1',
  })
  await measure('… as kept', 10, () => violations)
  await measure(
    'GET refund-report of a month',
    12,
    (t) => get(`reports/refunds?start=${range(t, 30).start}&end=${range(t, 30).end}`),
    anew,
  )
  await measure('GET the-truth, weeks and months', 12, (t) => get(`reports/the-truth?${monthQuery(t)}`), anew)
  const columns = ['tm', 'company', 'type', 'status', 'amount', 'what']
  for (const format of ['csv', 'xlsx'] as const)
    figures.push(
      await measureExport(
        { client, caller, url, dir },
        {
          list: 'charges',
          format,
          columns,
          input: { from: range(0, 210).start, to: range(0, 210).end },
        },
        'charges of seven months',
        { seconds: 60, megabytes: 300 },
      ),
    )
  await caller.close()
  await client.end()
  return figures
}

/** What each night makes again: last month and this one. */
async function measureNight(
  client: pg.Client,
  services: Parameters<typeof keepReports>[0],
  figures: Figure[],
): Promise<void> {
  await client.query(`update report_kept set nightly_on = current_date - 2`)
  const began = performance.now()
  await keepReports(services)
  const seconds = (performance.now() - began) / 1000
  figures.push({
    subject: 'The nightly part: last month and this one',
    result: `${seconds.toFixed(1)} s`,
    limit: `${nightSeconds} s`,
    ratio: (seconds / nightSeconds).toFixed(2),
    aim: '< 1',
  })
  writeLine(`nightly part: ${seconds.toFixed(1)} s`)
}

/** One vendor's bill changed so many days ago: how soon all figures are right again. */
async function measureChange(
  client: pg.Client,
  services: Parameters<typeof keepReports>[0],
  figures: Figure[],
  daysAgo: number,
): Promise<void> {
  await client.query(
    `insert into report_dirty (vendor_id, from_day, what)
      select max(vendor_id), current_date - $1::int, 'invoice' from vendor where not is_staff`,
    [daysAgo],
  )
  const began = performance.now()
  await keepReports(services)
  const seconds = (performance.now() - began) / 1000
  figures.push({
    subject: `… after a change ${daysAgo === 0 ? 'today' : `${daysAgo} days ago`}`,
    result: `${seconds.toFixed(1)} s`,
    limit: `${nightSeconds} s`,
    ratio: (seconds / nightSeconds).toFixed(2),
    aim: '< 1',
  })
  writeLine(`after a change ${daysAgo} days ago: ${seconds.toFixed(1)} s`)
}
