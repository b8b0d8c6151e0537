import type { GateMeasure, GateWindow } from '#contract/feeds/gate.ts'
import type { FeedRules } from '#contract/feeds/settings.ts'
import type { Observation } from '#engine/gate/observation.ts'
import { limitsOf, noPast } from '#engine/gate/limits.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { decade, effective, type Scope } from '../../run/compare.ts'
import { stageTable } from '../../run/stage.ts'
import { moves } from '../moves.ts'
import { hasReturned } from './returned-prices.ts'
import { observeShares, sharedOut, type Standing } from '../shares.ts'
import { observeSums } from '../sums.ts'
import { steps, type Drift } from '../change-report.ts'

/** If more products than this were touched, a sample of them is examined. */
const sampleSize = 50_000
/** Fewer products of a sample with another's title say nothing about the whole. */
const leastSampled = 5

/** `Drift` is what the window's runs did together, if `told` says that all of them recorded it. */
interface Window extends Drift {
  told: boolean
  window: Exclude<GateWindow, 'first' | 'last'>
  /** It begins with a run that a person approved. */
  agreed: boolean
  /** The runs applied since it began. */
  runs: number[]
  /** The most products that they touched. */
  touched: number
  /** Live products when it began. */
  products: number
  in_stock: number
  priced: number
  /** File facts and catalogue counts of the run that it begins with. */
  was: Standing
}

/** What a file is compared with the windows by. */
interface PresentFile {
  /** How many products it would change. */
  changing: number
  drift: Drift | undefined
  standing: Parameters<typeof observeShares>[2]
  /** What was observed against the last applied run. */
  today: readonly Observation[]
}

/**
 * How the catalogue would have changed since a week ago, and since a person last agreed or 30 days ago: a
 * little every day shows up there (docs/domain/gate.md, Windows).
 */
export async function observeWindows(
  { db, scope, now }: { db: Db; scope: Scope; now: number },
  { changing, drift, standing, today }: PresentFile,
): Promise<Observation[]> {
  const observations: Observation[] = []
  for (const window of await readWindows(db, scope.feedId, now)) {
    observations.push(...observeShares(scope, window, standing))
    observations.push(...(await observeSums(db, window, today, (o) => isMeasured(o, window.window))))
    if (!drift || !mayHold(window, drift, scope.rules)) continue
    // run after run touches the same products
    const touchedProducts = Math.min(window.touched, 2 * window.products) + changing
    observations.push(...(await observeWindow(db, scope, window, Math.ceil(touchedProducts / sampleSize))))
  }
  return observations
}

/**
 * Whether the window's runs together can reach a limit at all. On most days they can't, and the products'
 * earlier states needn't be read.
 */
function mayHold(w: Window, now: Drift, rules: FeedRules): boolean {
  if (w.runs.length === 0) return false
  if (!w.told) return true
  const sum = (key: keyof Drift) => w[key] + now[key]
  const holdOf = (name: GateMeasure) =>
    limitsOf(
      { name, window: w.window, field: null, part: null, value: 0 },
      { rules, oneTime: null, past: noPast, expectations: [] },
    ).hold
  const exceeds = (name: GateMeasure, count: number, total: number) => {
    const hold = holdOf(name)
    return hold !== null && measuredIn[w.window].has(name) && count > (total * hold) / 100
  }
  // each such product has moved at least that far; smaller steps than these would not have got it there
  const movedBy = (factor: number) =>
    sum('unpriced') +
    Math.min(
      ...steps.flatMap((step) => {
        const rest = Math.log10(factor) - (w.runs.length + 1) * Math.log10(1 + step / 1000)
        return rest > 0 ? [sum(`beyond_${step}`) / rest] : []
      }),
    )
  const median = holdOf('median_price')
  return (
    exceeds('lost', sum('lost'), w.products) ||
    exceeds('left_stock', sum('left_stock') + sum('lost'), w.in_stock) ||
    exceeds('exchanged', sum('titles'), w.products) ||
    exceeds('price_half', movedBy(1.5), w.priced) ||
    exceeds('price_five', movedBy(5), w.priced) ||
    exceeds('powers_of_ten', movedBy(9.9), w.priced) ||
    (median !== null && movedBy(1 + median / 100) > w.priced / 2)
  )
}

const drifts = sql.join(
  (
    ['lost', 'left_stock', 'titles', 'unpriced', ...steps.map((step) => `beyond_${step}` as const)] as const
  ).map((name) => sql`coalesce(sum((a.stats->'drift'->>${sql.lit(name)})::float8), 0) as ${sql.ref(name)}`),
)

async function readWindows(db: Db, feedId: number, now: number): Promise<Window[]> {
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  const { rows } = await sql<Window>`
    with applied as (
      select feed_run_id::float8 as id, applied_tm, approved_by, stats, facts, skipped::float8 as skipped,
        (created + updated + deleted)::float8 as touched
      from feed_run
      where feed_id = ${feedId}
        and state = 'applied'
        and applied_tm >= coalesce(
          (
            select max(applied_tm)
            from feed_run
            where feed_id = ${feedId} and state = 'applied' and applied_tm <= ${daysAgo(30)}::timestamptz
          ),
          '-infinity')
    ),
    -- what a person agreed to no longer counts as drift
    since(which, tm, agreed) as (
      select which, greatest(w.tm, a.tm), coalesce(a.tm > w.tm, false)
      from (select max(applied_tm) as tm from applied where approved_by is not null) a
      cross join (values ('week', ${daysAgo(7)}::timestamptz), ('agreed', ${daysAgo(30)}::timestamptz)) as w(which, tm)
    )
    select which as window, agreed, array_agg(a.id order by a.id) as runs, sum(a.touched)::float8 as touched,
      coalesce(s.products, 0) as products, coalesce(s.in_stock, 0) as in_stock,
      coalesce(s.priced, 0) as priced,
      bool_and(coalesce(a.stats->'drift' ? 'beyond_0', false)) as told,
      jsonb_build_object('facts', s.facts, 'counts', s.counts, 'skipped', s.skipped) as was,
      ${drifts}
    from since
    -- what the catalogue held when the window began; a younger feed begins with its first file
    cross join lateral (
      select b.id, (b.stats->'counts'->>'products')::float8 as products,
        (b.stats->'counts'->>'in_stock')::float8 as in_stock,
        coalesce(
          b.stats->'counts'->>'priced',
          b.stats->'counts'->'filled'->>'wholesale_price')::float8 as priced,
        b.facts, b.stats->'counts' as counts, b.skipped
      from applied b
      order by (b.applied_tm <= since.tm) desc,
        case when b.applied_tm <= since.tm then -b.id else b.id end
      limit 1
    ) s
    join applied a on a.id > s.id
    group by which, agreed, s.products, s.in_stock, s.priced, s.facts, s.counts, s.skipped`.execute(db)
  return rows.filter((w) => w.products > 0)
}

/** Products that were live when the window began, by how far their prices moved. */
interface WindowGroup {
  price: number | null
  msrp: number | null
  live: number
  lost: number
  left_stock: number
  price_lost: number
  exchanged: number
}

async function observeWindow(db: Db, scope: Scope, span: Window, sampleStep: number): Promise<Observation[]> {
  const { feedId, rules, fields } = scope
  const inSample = (id: string) => (sampleStep > 1 ? sql`and ${sql.ref(id)} % ${sampleStep} = 0` : sql``)
  const would = (f: 'wholesale_price' | 'msrp' | 'quantity' | 'title') =>
    sql.raw(
      fields.includes(f) ? `case when s.line is null then p.${f} else ${effective(f, rules)} end` : `p.${f}`,
    )
  const move = (price: 'price' | 'msrp') => {
    const [oldPrice, newPrice] = [sql.ref(`was_${price}`), sql.ref(price)]
    return sql`case when ${oldPrice} > 0 and ${newPrice} > 0 and ${oldPrice} <> ${newPrice} and not ${sql.ref(`${price}_back`)}
        then round(${decade}::int * log(${newPrice}::float8 / ${oldPrice}::float8))::int end`
  }
  // a product that was added since can't be lost; one that wasn't touched hasn't moved
  const pairs = sql`
    with was as (
      select distinct on (product_id) product_id, gone_tm, wholesale_price, msrp, quantity, title
      from product_before
      where feed_run_id = any(${span.runs}) ${inSample('product_id')}
      order by product_id, feed_run_id
    ),
    now as (
      select c.product_id, c.line, c.kind, c.changed, c.wholesale_price_move, c.msrp_move
      from ${sql.raw(stageTable(scope, 'change'))} c
      where c.kind in ('updated', 'restored', 'deleted') ${inSample('c.product_id')}
    ),
    pair as (
      select coalesce(w.product_id, n.product_id) as product_id, w.product_id is not null as known,
        case when w.product_id is null then p.gone_tm else w.gone_tm end is null as was_live,
        case when n.kind is null then p.gone_tm is null else n.kind <> 'deleted' end as is_live,
        case when w.product_id is null then p.wholesale_price else w.wholesale_price end as was_price,
        case when w.product_id is null then p.msrp else w.msrp end as was_msrp,
        case when w.product_id is null then p.quantity else w.quantity end as was_quantity,
        case when w.product_id is null then p.title else w.title end as was_title,
        ${would('wholesale_price')} as price, ${would('msrp')} as msrp,
        coalesce(${hasReturned('wholesale_price')}, false) as price_back,
        coalesce(${hasReturned('msrp')}, false) as msrp_back,
        ${would('quantity')} as quantity, ${would('title')} as title
      from was w
      full join now n on n.product_id = w.product_id
      join product p on p.product_id = coalesce(w.product_id, n.product_id) and p.feed_id = ${feedId}
      left join ${sql.raw(stageTable(scope))} s on s.line = n.line
      where p.created_run_id <> all(${span.runs})
    )`
  const { rows } = await sql<WindowGroup>`
    ${pairs}
    select ${move('price')} as price, ${move('msrp')} as msrp,
      count(*) filter (where is_live) as live,
      count(*) filter (where not is_live) as lost,
      count(*) filter (where is_live and was_quantity > 0 and quantity <= 0) as left_stock,
      count(*) filter (where is_live and was_price > 0 and coalesce(price, 0) <= 0) as price_lost,
      count(*) filter (
        where is_live
          and title <> was_title
          and title in (select o.was_title from pair o where o.was_live and o.title <> o.was_title)
      ) as exchanged
    from pair
    where was_live
    group by 1, 2`.execute(db)
  const count = (column: 'lost' | 'left_stock' | 'price_lost' | 'exchanged') =>
    rows.reduce((n, row) => n + row[column], 0) * sampleStep
  // both products of an exchange must be in the sample
  const exchanges =
    count('exchanged') < leastSampled * sampleStep && sampleStep > 1 ? 0 : count('exchanged') * sampleStep
  const histogram = (price: 'price' | 'msrp') => histogramOf(rows, price, sampleStep)
  const { window, products, in_stock } = span
  const stillPriced = Math.max(0, span.priced - count('price_lost') - count('lost'))
  const all: Observation[] = [
    { name: 'lost', window, count: count('lost'), of: products },
    { name: 'left_stock', window, count: count('left_stock'), of: in_stock },
    { name: 'exchanged', window, field: 'title', count: exchanges, of: products },
    ...moves('wholesale_price', histogram('price'), stillPriced, window),
    ...moves('msrp', histogram('msrp'), products, window),
  ]
  return all
    .filter((o) => o.count > 0 && measuredIn[window].has(o.name))
    .map((o) => ({ ...o, words: { ...o.words, agreed: span.agreed ? 1 : 0 } }))
}

function histogramOf(
  groups: readonly WindowGroup[],
  price: 'price' | 'msrp',
  sampleStep: number,
): Map<number, number> {
  const counts = new Map<number, number>()
  for (const group of groups) {
    const move = group[price]
    if (move !== null) counts.set(move, (counts.get(move) ?? 0) + group.live * sampleStep)
  }
  return counts
}

/** Whether a measure is taken from the window's products or from counts that its runs keep. */
const isMeasured = ({ name, field }: Observation, window: Window['window']) =>
  sharedOut.has(name) || (measuredIn[window].has(name) && (field === undefined || historyFields.has(field)))
const historyFields = new Set<string>(['title', 'wholesale_price', 'msrp', 'quantity'])

/** The measures that each window has floors for. */
const measuredIn: Record<Window['window'], ReadonlySet<GateMeasure>> = {
  week: new Set([
    'lost',
    'left_stock',
    'exchanged',
    'median_price',
    'price_half',
    'price_five',
    'powers_of_ten',
  ]),
  agreed: new Set(['lost', 'median_price']),
}
