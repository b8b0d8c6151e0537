import type { FastifyInstance } from 'fastify'
import type { ShopKind } from '#contract/stores/shops.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import type { SoldProduct } from '#server/stand-ins/orders.ts'
import type { StandInRequest, Options, StandIn } from '#server/stand-ins/stand-in.ts'
import { amazon } from '#server/stand-ins/amazon.ts'
import { bigCommerce } from '#server/stand-ins/bigcommerce.ts'
import { shopify } from '#server/stand-ins/shopify.ts'
import { walmart } from '#server/stand-ins/walmart.ts'
import { grantPage, sendKeys } from '#server/stand-ins/woocommerce-grant.ts'
import { wooCommerce } from '#server/stand-ins/woocommerce.ts'
import { zentail } from '#server/stand-ins/zentail.ts'

const path = '/dev/markets'
export const demoToken = 'demo-token'
/** The address of the stand-in market of a demo store. */
export const demoMarket = (publicUrl: string, kind: ShopKind, store: number): string =>
  `${publicUrl}${path}/${kind}/${store}`

const makers: Record<ShopKind, (options: Options) => StandIn> = {
  amazon,
  bigcommerce: bigCommerce,
  shopify,
  walmart,
  woocommerce: wooCommerce,
  zentail,
}

/** Stand-ins for the markets of the demonstration's stores, over real HTTP. Never in production. */
export function serveDemoMarkets(app: FastifyInstance, db: Db): void {
  const markets = new Map<string, Promise<StandIn>>()
  void app.register((scope) => {
    // each market parses its own content types
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 32 * 1024 * 1024 },
      (_req, body, callback) => callback(null, body),
    )
    scope.all<{ Params: { kind: ShopKind; store: string; '*': string } }>(
      `${path}/:kind/:store/*`,
      async (req, reply) => {
        const { kind, store } = req.params
        const make = Object.hasOwn(makers, kind) && makers[kind]
        if (!make) return reply.status(404).send({ message: 'Market not found' })
        const { searchParams } = new URL(req.url, 'http://here')
        if (kind === 'woocommerce' && req.params['*'] === 'wc-auth/v1/authorize')
          return reply.type('text/html').send(grantPage(searchParams))
        if (kind === 'woocommerce' && req.params['*'] === 'wc-auth/v1/grant')
          return reply.redirect(await sendKeys(searchParams, demoToken), 303)
        const key = `${kind} ${store}`
        const opening =
          markets.get(key) ??
          soldOf(db, Number(store)).then((sold) =>
            make({ token: demoToken, acceptsUnknown: true, soldProducts: sold }),
          )
        markets.set(key, opening)
        const market = await opening
        const {
          status = 200,
          headers = {},
          body,
        } = market.answer({
          method: req.method,
          path: `/${req.params['*']}`,
          query: searchParams,
          headers: req.headers as StandInRequest['headers'],
          body: typeof req.body === 'string' ? req.body : '',
          address: demoMarket(`${req.protocol}://${req.headers.host}`, kind, Number(store)),
        })
        return reply.status(status).headers(headers).send(body)
      },
    )
  })
}

/** Products of a store's suppliers: what has been bought there. */
async function soldOf(db: Db, store: number): Promise<SoldProduct[]> {
  if (!Number.isSafeInteger(store)) return []
  const { rows } = await sql<SoldProduct>`
    select p.sku, p.title, coalesce(p.msrp, p.wholesale_price * 2, 10)::numeric(12, 2)::text as price
    from vendor_store st
    join vendor_market_map m on m.vendor_id = st.vendor_id and m.market_id = st.market_id
    join product p using (dropshipper_id)
    where st.vendor_store_id = ${store}::bigint and p.gone_tm is null and p.title is not null
    order by p.product_id
    limit 6`.execute(db)
  return rows
}
