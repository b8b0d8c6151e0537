import { featuresOf, type Features } from '#contract/products/asins/features.ts'
import {
  comparePair,
  ranked,
  type Corpus,
  type MatchClass,
  type Pair,
  type Reason,
} from '#contract/products/asins/match.ts'
import { mostCandidates } from '#contract/products/asins/queue.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { readAliases, readCorpus } from './corpus.ts'
import { findCandidates, type FoundItem } from './find-candidates.ts'
import { ownNumbers, readComparedProducts, type ComparedProduct } from './products.ts'

interface RankedItem {
  product_asin_match_id: number
  asin: string
  score: number
  class: MatchClass
  reasons: readonly Reason[]
  rank: number
}

/** Compares the products of these matches with all that they may be, and keeps the best. */
export async function makeCandidates(tx: Tx, matchIds: readonly number[]): Promise<void> {
  const products = await readComparedProducts(tx, matchIds)
  const items = await findCandidates(tx, products)
  const aliases = await readAliases(tx)
  const sides = new Map(
    products.map((product) => [
      product.product_asin_match_id,
      featuresOf(
        {
          title: product.title,
          brand: product.manufacturer,
          models: [],
          numbers: ownNumbers(product),
          barcodes: [product.upc, product.ean, product.isbn],
          price: product.price === null ? null : Number(product.price),
        },
        aliases,
      ),
    ]),
  )
  const theirs = items.map((item) => ({
    item,
    features: featuresOf({ ...item, price: item.price === null ? null : Number(item.price) }, aliases),
  }))
  const corpus = await readCorpus(tx, [...sides.values(), ...theirs.map(({ features }) => features)])
  const byMatch = Map.groupBy(theirs, ({ item }) => item.product_asin_match_id)
  const rankedItems = products.flatMap(({ product_asin_match_id }) => {
    const ours = sides.get(product_asin_match_id)
    return ours ? rankItems(ours, byMatch.get(product_asin_match_id) ?? [], corpus) : []
  })
  await keepCandidates(tx, products, rankedItems)
  await demoteTwins(tx, products)
}

type Other = { item: FoundItem; features: Features }

function rankItems(ours: Features, others: readonly Other[], corpus: Corpus): RankedItem[] {
  // an item that both a file and the catalog know counts once, with the words of the one that has some
  const best = new Map<string, { item: FoundItem; pair: Pair }>()
  for (const { item, features } of others) {
    const pair = comparePair(ours, features, corpus)
    const before = best.get(item.asin)
    const kept = before && before.pair.sum >= pair.sum ? before : { item, pair }
    // both say where it comes from
    const is_named = item.is_named || (before?.item.is_named ?? false)
    const chosen_at = item.chosen_at ?? before?.item.chosen_at ?? null
    best.set(item.asin, { pair: kept.pair, item: { ...kept.item, is_named, chosen_at } })
  }
  return ranked([...best.values()].map(({ item, pair }) => ({ item, pair: withSources(pair, item) })))
    .slice(0, mostCandidates)
    .map((candidate, rank) => ({
      product_asin_match_id: candidate.item.product_asin_match_id,
      asin: candidate.item.asin,
      score: candidate.pair.score,
      class: candidate.class,
      reasons: candidate.pair.reasons,
      rank: rank + 1,
    }))
}

const fileOnlyPoints = 40
const chosenPoints = 10

/** What is known beside the two records: a file named it, or somebody chose it for the same barcode. */
function withSources(pair: Pair, { is_named, chosen_at, title }: FoundItem): Pair {
  // where there is a title, the content decides
  const named = title === null ? fileOnlyPoints : 0
  const more: Reason[] = [
    ...(is_named ? [{ code: 'in_file', points: named } as const] : []),
    ...(chosen_at === null
      ? []
      : [{ code: 'chosen_for_barcode', points: chosenPoints, ours: chosen_at } as const]),
  ]
  const sum = more.reduce((total, { points }) => total + points, pair.sum)
  return { ...pair, reasons: [...pair.reasons, ...more], sum, score: Math.max(0, Math.min(100, sum)) }
}

/** Replaces the candidates of these matches. */
async function keepCandidates(
  tx: Tx,
  products: readonly ComparedProduct[],
  items: readonly RankedItem[],
): Promise<void> {
  const ids = products.map((product) => product.product_asin_match_id)
  await sql`
    delete from product_asin_candidate
    where product_asin_match_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    insert into product_asin_candidate (product_asin_match_id, asin, score, class, reasons, rank)
    select x.product_asin_match_id, x.asin, x.score, x.class, x.reasons, x.rank
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as x(
      product_asin_match_id bigint, asin text, score smallint, class text, reasons jsonb, rank smallint)`.execute(
    tx,
  )
  const made = products.map(({ product_asin_match_id, made_for }) => ({ product_asin_match_id, made_for }))
  await sql`
    update product_asin_match m
    set made_for = x.made_for, is_compared = true, updated_tm = now(),
      class = coalesce(c.class, 'none'), best_score = coalesce(c.score, 0)
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as x(product_asin_match_id bigint, made_for bigint)
    left join lateral (
      select c.class, c.score
      from product_asin_candidate c
      join product_asin_match y using (product_asin_match_id)
      where c.product_asin_match_id = x.product_asin_match_id
        and not exists (
          select
          from product_asin_refused r
          where r.product_id = y.product_id and r.market_id = y.market_id and r.asin = c.asin)
      order by c.rank
      limit 1) c on true
    where m.product_asin_match_id = x.product_asin_match_id`.execute(tx)
}

/**
 * A green ASIN that another product of the supplier has, or is suggested for as green too, is a duplicate in the
 * supplier's feed or a mistake: a person decides.
 */
async function demoteTwins(tx: Tx, products: readonly ComparedProduct[]): Promise<void> {
  const ids = products.map((product) => product.product_asin_match_id)
  const reason = (sku: ReturnType<typeof sql>) =>
    sql`jsonb_build_object('code', 'also_for', 'points', -5, 'ours', ${sku})`
  await sql`
    with green as (
      select c.product_asin_match_id, c.asin, m.product_id, m.market_id, m.dropshipper_id
      from product_asin_candidate c
      join product_asin_match m using (product_asin_match_id)
      where c.product_asin_match_id = any(${ids}::bigint[]) and c.class = 'green'),
    twin as (
      select g.product_asin_match_id, g.asin, p.sku, o.product_asin_match_id as other_id, mine.sku as own_sku
      from green g
      join product mine on mine.product_id = g.product_id
      join product_asin_candidate c on c.asin = g.asin
        and (c.class = 'green' or c.reasons @> '[{"code": "also_for"}]')
      join product_asin_match o on o.product_asin_match_id = c.product_asin_match_id
        and o.market_id = g.market_id and o.dropshipper_id = g.dropshipper_id
        and o.product_id <> g.product_id
      join product p on p.product_id = o.product_id and p.gone_tm is null),
    given as (
      select g.product_asin_match_id, g.asin, p.sku
      from green g
      join product_asin a on a.market_id = g.market_id and a.asin = g.asin and a.product_id <> g.product_id
      join product p on p.product_id = a.product_id and p.gone_tm is null
        and p.dropshipper_id = g.dropshipper_id),
    demoted as (
      select product_asin_match_id, asin, min(sku) as sku
      from (
        select product_asin_match_id, asin, sku from twin
        union all
        select other_id, asin, own_sku from twin
        union all
        select product_asin_match_id, asin, sku from given) x
      group by product_asin_match_id, asin),
    candidates as (
      update product_asin_candidate c
      set class = 'amber', reasons = c.reasons || ${reason(sql`d.sku`)}
      from demoted d
      where c.product_asin_match_id = d.product_asin_match_id and c.asin = d.asin and c.class = 'green')
    update product_asin_match m
    set class = 'amber'
    from demoted d
    where m.product_asin_match_id = d.product_asin_match_id and m.class = 'green'`.execute(tx)
}
