import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import { answerOf, ask, type Shop } from '../ask.ts'
import { refused, type Bucket, type Market, type Outcome, type Reply, type TellRow } from '../market.ts'
import { withPass } from '../pass.ts'
import { feedBody, mostBytes, type FeedType } from './feeds.ts'
import { openWalmartOrders } from './orders.ts'
import { openWalmartReads } from './reads.ts'

const anHour = (name: string, limit: number): Bucket => ({ name, limit, seconds: 3600, unit: 'feeds' })
const buckets = {
  items: anHour('item feeds', 20),
  prices: anHour('price feeds', 10),
  stock: anHour('inventory feeds', 10),
  retired: anHour('retire feeds', 10),
}
const bucketOf: Readonly<Record<FeedType, Bucket>> = {
  MP_ITEM: buckets.items,
  MP_MAINTENANCE: buckets.items,
  price: buckets.prices,
  inventory: buckets.stock,
  RETIRE_ITEM: buckets.retired,
}
const toldBy = { price: 'price', inventory: 'quantity', RETIRE_ITEM: 'removed' } as const
/** Of a call that is several feeds the one that it is counted under is counted with it. */
const callBucket = (parts: readonly Part[]): Bucket =>
  parts.includes('content') ? buckets.items : parts.includes('price') ? buckets.prices : buckets.stock
function besides(type: FeedType, parts: readonly Part[], products: number): Pick<Reply, 'also'> {
  const { name } = bucketOf[type]
  if (name === callBucket(parts).name || type === 'MP_ITEM' || type === 'MP_MAINTENANCE') return {}
  return { also: [{ bucket: name, told: toldBy[type], products }] }
}
const mostItems = 2000
const mostValues = 4000
const perPage = 1000

/** A feed that Walmart has taken, and those that follow once it has said what became of it. */
const ticketOf = z.object({ feed: z.string(), type: z.string(), follow: z.array(z.string()) })
interface Ticket {
  feed: string
  type: FeedType
  follow: FeedType[]
}

const passed = z.object({ access_token: z.string(), expires_in: z.number().default(900) })
const taken = z.object({ feedId: z.string() })
const faults = z.object({
  ingestionError: z.array(z.object({ description: z.string().nullish() })).nullish(),
})
const status = z.object({
  feedStatus: z.string(),
  ingestionErrors: faults.nullish(),
  itemsReceived: z.number().default(0),
  itemDetails: z
    .object({
      itemIngestionStatus: z
        .array(
          z.object({
            sku: z.string().nullish(),
            ingestionStatus: z.string(),
            ingestionErrors: faults.nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
})
type Status = z.output<typeof status>

/**
 * A Walmart account, by feeds: the login is the client id, the token its secret. A call that was cut off after
 * the feed was taken is told again: the values are absolute, and the later feed wins.
 */
export function openWalmart(shop: Shop, base: string, client: string): Market {
  const meter = { requests: 0, points: 0 }
  const metered = { ...shop, meter }
  const named = (more: Record<string, string>) => ({
    'wm_svc.name': 'Walmart Marketplace',
    'wm_qos.correlation_id': randomUUID(),
    ...more,
  })
  const pass = withPass(async () => {
    const { access_token, expires_in } = await ask(metered, {
      path: `${base}/v3/token`,
      headers: named({
        authorization: `Basic ${Buffer.from(`${client}:${shop.token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      }),
      body: 'grant_type=client_credentials',
      answer: passed,
    })
    return { token: access_token, seconds: expires_in }
  }, shop.secrets)
  const answered = <T>(
    path: string,
    answer: z.ZodType<T>,
    body?: object,
    also: readonly number[] = [],
    most?: number,
  ) =>
    pass((token) =>
      answerOf(metered, {
        path: `${base}/v3/${path}`,
        headers: named({ 'wm_sec.access_token': token, 'content-type': 'application/json' }),
        ...(body && { body }),
        ...(most !== undefined && { mostBytes: most }),
        also,
        answer,
      }),
    )
  const asked = async <T>(path: string, answer: z.ZodType<T>, body?: object, most?: number): Promise<T> =>
    (await answered(path, answer, body, [], most)).body
  const send = async ([type, ...follow]: FeedType[], rows: readonly TellRow[]): Promise<string> => {
    const body = feedBody(type!, rows, shop.currency ?? 'USD')
    const { feedId } = await asked(`feeds?feedType=${type!}`, taken, body, mostBytes[type!])
    return JSON.stringify({ feed: feedId, type: type!, follow } satisfies Ticket)
  }
  const page = (feed: string, offset: number) =>
    asked(
      `feeds/${encodeURIComponent(feed)}?includeDetails=true&offset=${offset}&limit=${perPage}`,
      status as z.ZodType<Status>,
    )

  const reads = openWalmartReads(asked)
  return {
    ...openWalmartOrders(answered),
    meter,
    reads,
    buckets: [...Object.values(buckets), reads.bucket],
    pollSeconds: 60,
    call: (parts) => ({
      most: parts.includes('content') ? mostItems : mostValues,
      bucket: callBucket(parts),
    }),
    async tell(rows, parts) {
      const types = feedsOf(rows, parts)
      const ticket = await send(types, rows)
      return { outcomes: [], ticket, ...besides(types[0]!, parts, rows.length) }
    },
    async poll(ticket, rows, parts) {
      const { feed, type, follow } = ticketOf.parse(JSON.parse(ticket)) as Ticket
      const first = await page(feed, 0)
      if (first.feedStatus === 'ERROR')
        return { outcomes: rows.map(({ sku }) => refused(sku, 'outage', `${gaveUp} ${words(first)}`)) }
      if (first.feedStatus !== 'PROCESSED') return { outcomes: [], ticket }
      // that it is processed says nothing of its items
      const said = outcomesOf(first, type)
      for (let offset = perPage; offset < first.itemsReceived; offset += perPage)
        said.push(...outcomesOf(await page(feed, offset), type))
      if (follow.length === 0) return { outcomes: said }
      const next = follow[0]!
      const also = (on: readonly TellRow[]) => besides(next, parts, on.length)
      if (next === 'RETIRE_ITEM') return { outcomes: [], ticket: await send(follow, rows), ...also(rows) }
      const by = new Map(said.map((one) => [one.sku, one]))
      const on = rows.filter((row) => by.get(row.sku)?.state === 'live')
      const outcomes = rows.flatMap(({ sku }) => {
        const one = by.get(sku) ?? refused(sku, 'outage', saidNothing)
        return one.state === 'live' ? [] : [one]
      })
      return on.length === 0 ? { outcomes } : { outcomes, ticket: await send(follow, on), ...also(on) }
    },
    async check() {
      await asked('feeds?limit=1', z.unknown())
      return 'The client may read the account’s feeds.'
    },
  }
}
const gaveUp = 'Walmart gave the whole feed up.'
const saidNothing = 'Walmart said nothing of this product.'

/** One after another: what goes off sale first, else what the stock is sold at. */
function feedsOf(rows: readonly TellRow[], parts: readonly Part[]): FeedType[] {
  if (parts.includes('removed')) return ['inventory', 'RETIRE_ITEM']
  const stock: FeedType[] = parts.includes('quantity') ? ['inventory'] : []
  // one that tells no price is of items that Walmart has: to set them up anew would ask for it
  if (parts.includes('content')) return [parts.includes('price') ? 'MP_ITEM' : 'MP_MAINTENANCE', ...stock]
  const prices: FeedType[] = parts.includes('price') ? ['price'] : []
  const sinks = rows.every((row) => row.active === false || row.quantity === 0)
  return sinks ? [...stock, ...prices] : [...prices, ...stock]
}

function outcomesOf({ itemDetails }: Status, type: FeedType): Outcome[] {
  return (itemDetails?.itemIngestionStatus ?? []).flatMap((item): Outcome[] => {
    const { sku, ingestionStatus } = item
    if (!sku) return []
    if (ingestionStatus === 'SUCCESS') return [{ sku, state: 'live' }]
    const text = words(item) || `Walmart says ${ingestionStatus}.`
    if (ingestionStatus !== 'DATA_ERROR') return [refused(sku, 'outage', text)]
    const why = causes.find(([said]) => said.test(text))?.[1] ?? 'invalid'
    // what isn't there any more is taken down
    return type === 'RETIRE_ITEM' && why === 'missing' ? [{ sku, state: 'live' }] : [refused(sku, why, text)]
  })
}
const causes: readonly (readonly [said: RegExp, why: Refusal])[] = [
  [/not found|doesn.t exist|does not exist|not (been )?set up/i, 'missing'],
  [/already (exists|in use|set up)|duplicate/i, 'conflict'],
]
const words = ({ ingestionErrors }: Pick<Status, 'ingestionErrors'>): string =>
  (ingestionErrors?.ingestionError ?? []).flatMap(({ description }) => description || []).join(' ')
