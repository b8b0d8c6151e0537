import { fileMoney } from '#contract/pricing/amounts.ts'
import { priceText } from '#contract/pricing/price.ts'
import { sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import {
  readOwnFeeds,
  soldTables,
  feedsOf,
  priceBy,
  pricedColumns,
  pricedMarkets,
  readPriceSet,
  type SoldProduct,
} from '#server/areas/listings/public.ts'
import { batchesOf } from '#server/platform/database/cursor.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { exportedList, type InputOf } from '#server/platform/files/exported.ts'
import type { Services } from '#server/platform/services.ts'

type Input = InputOf<'own_catalogue'>
type ExportedProduct = SoldProduct & { quantity: number; upc: string | null; images: string | null }
interface Row extends ExportedProduct {
  /** By market, as its stores are told it. */
  prices: ReadonlyMap<number, string | null>
}
const marketsOf = (db: Db, { vendor_id, dropshipper_id }: Input) =>
  pricedMarkets(db, vendor_id, dropshipper_id)

const batchRows = 500
/** What a vendor is sold of a supplier, priced as its stores are told (docs/domain/alerts-and-catalogs.md, Catalog downloads). */
async function* batches({ db }: Services, input: Input): AsyncGenerator<readonly Row[]> {
  const set = await readPriceSet(db, input.vendor_id)
  const price = priceBy(set)
  const markets = await marketsOf(db, input)
  // a vendor without rules sends no prices
  const pricesByMarket = (product: ExportedProduct) =>
    new Map(markets.map((m) => [m.market_id, set.rules.length > 0 ? priceText(price(product, m)) : null]))
  for await (const { rows } of batchesOf(db, (tx) => soldOf(tx, input), batchRows))
    yield rows.map((product) => ({ ...product, prices: pricesByMarket(product) }))
}

const soldOf = async (db: Db, { vendor_id, dropshipper_id }: Input) => sql<ExportedProduct>`
  with ${soldTables(feedsOf([dropshipper_id]), await readOwnFeeds(db, vendor_id))}
  select p.product_id, p.sku, p.title, p.active, p.quantity, p.upc, p.images, ${pricedColumns}
  from sold p
  where p.active
  order by p.sku`

const countSold = async (db: Db, input: Input, upto: number | null): Promise<number> => {
  const limit = upto === null ? sql`` : sql`limit ${upto}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from (${await soldOf(db, input)}) s ${limit}) x`.execute(db)
  return singleRow(rows).n
}

export const pricingExports = [
  exportedList<'own_catalogue', Row>({
    list: 'own_catalogue',
    count: ({ db }, input, upto) => countSold(db, input, upto),
    batches,
    ofVendor: (input) => input.vendor_id,
    values: {
      sku: (p) => p.sku,
      title: (p) => p.title,
      brand: (p) => p.manufacturer,
      categories: (p) => p.categories,
      upc: (p) => p.upc,
      quantity: (p) => p.quantity,
      cost: (p) => fileMoney(p.wholesale_price),
      currency: (p) => p.currency,
      msrp: (p) => fileMoney(p.msrp),
      map: (p) => fileMoney(p.map_price),
      price: {
        async columns({ db }, input) {
          const { currency_id } = await readPriceSet(db, input.vendor_id)
          const currency = sellingCurrencies[currency_id as CurrencyId]
          return (await marketsOf(db, input)).map(({ market_id, market_name }) => [
            `Your price${market_name && ` at ${market_name}`} (${currency})`,
            (p: Row) => p.prices.get(market_id) ?? null,
          ])
        },
      },
      images: (p) => p.images,
    },
  }),
]
