import type { PaletteHit } from '#contract/search/palette.ts'
import { runText } from '#contract/feeds/run-states.ts'
import { numberOf, paperNumberIn } from '#contract/billing/papers.ts'
import { contains, literal } from '#server/platform/database/sql.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { Hit } from './facts.ts'

const mostHits = 6

/** Invoices and credit notes by number, runs and charges by “run 1506” and “charge 93”, promo codes, platforms and custom feeds by name. */
export async function findOthers(db: Db, q: string): Promise<Hit[]> {
  const text = q.trim()
  const [, noun, number] = /^(run|charge)\s+#?(\d{1,9})$/i.exec(text) ?? []
  if (noun && number)
    return noun.toLowerCase() === 'run' ? findRun(db, Number(number)) : findCharge(db, Number(number))
  const paper = paperNumberIn(text)
  if (paper) return findPaper(db, paper)
  return [...(await findNamed(db, text)), ...(await findCustomFeeds(db, text))]
}

type Row = Pick<Hit, 'id' | 'label' | 'detail' | 'parent_id'> & { best?: boolean }
const toHits = (kind: PaletteHit['kind'], rows: readonly Row[]): Hit[] =>
  rows.map((row) => ({ best: true, ...row, kind, matched: null }))

async function findPaper(db: Db, { series, number }: { series: string; number: number }): Promise<Hit[]> {
  const { rows } = await sql<Omit<Row, 'label'>>`
    select i.invoice_id as id, v.company || ' · ' || i.issued_on as detail, i.vendor_id as parent_id
    from invoice i
    join vendor v using (vendor_id)
    where i.series = ${series} and i.number = ${number}`.execute(db)
  return toHits(
    'invoice',
    rows.map((row) => ({ ...row, label: numberOf({ series, number }) })),
  )
}

async function findRun(db: Db, id: number): Promise<Hit[]> {
  const { rows } = await sql<Row & { state: Parameters<typeof runText>[0] }>`
    select r.feed_run_id as id, 'Run ' || r.feed_run_id as label, d.supplier_name as detail,
      r.dropshipper_id as parent_id, r.state
    from feed_run r
    join dropshipper d using (dropshipper_id)
    where r.feed_run_id = ${id}`.execute(db)
  return toHits(
    'run',
    rows.map(({ state, detail, ...row }) => ({ ...row, detail: `${detail} · ${runText(state)}` })),
  )
}

async function findCharge(db: Db, id: number): Promise<Hit[]> {
  const { rows } = await sql<Row>`
    select c.vendor_charge_id as id, 'Charge ' || c.vendor_charge_id as label,
      v.company || ' · $' || c.amount as detail, c.vendor_id as parent_id
    from vendor_charge c
    join vendor v using (vendor_id)
    where c.vendor_charge_id = ${id}`.execute(db)
  return toHits('charge', rows)
}

async function findNamed(db: Db, text: string): Promise<Hit[]> {
  const begins = `${literal(text)}%`
  const { rows } = await sql<Row & { kind: 'promo_code' | 'platform' }>`
    (
      select 'promo_code' as kind, promo_code_id as id, promo_code as label, description as detail,
        null::int as parent_id, lower(promo_code) = lower(${text}) as best
      from promo_code
      where promo_code ilike ${begins}
      order by best desc, promo_code
      limit ${mostHits})
    union all (
      select 'platform', platform_id, platform_name, platform_handle, null, lower(platform_name) = lower(${text})
      from platform
      where platform_name ilike ${contains(text)}
      order by 6 desc, platform_name
      limit ${mostHits})`.execute(db)
  return rows.map(({ best = false, ...row }) => ({ ...row, best, matched: null }))
}

/** By “custom feed” and the vendor's or the supplier's name, since each is found by its own name already. */
async function findCustomFeeds(db: Db, text: string): Promise<Hit[]> {
  const name = text.replace(/\b(?:custom\s+feeds?|custom)\b(?:\s+of)?/i, '').trim()
  if (name === '' || name === text) return []
  const { rows } = await sql<Row>`
    select c.vendor_custom_feed_id as id, d.supplier_name as label, 'Custom feed of ' || v.company as detail,
      c.vendor_id as parent_id, false as best
    from vendor_custom_feed c
    join vendor v using (vendor_id)
    join dropshipper d using (dropshipper_id)
    where v.company ilike ${contains(name)} or d.supplier_name ilike ${contains(name)}
    order by v.company, c.vendor_custom_feed_id
    limit ${mostHits}`.execute(db)
  return toHits('custom_feed', rows)
}
