import { z } from 'zod'
import type { Part, Refusal } from '#contract/stores/shops.ts'
import type { Shop } from '../ask.ts'
import {
  refusedOutcome,
  type App,
  type Bucket,
  type Market,
  type Outcome,
  type Reply,
  type TellRow,
} from '../market.ts'
import { marketVersions } from '../versions.ts'
import { askWalmart, openWalmartAccount, type WalmartAccount } from './account.ts'
import { feedBody, mostBytes, type FeedTarget, type FeedType } from './feeds.ts'
import { walmartOrders } from './orders.ts'
import { walmartReads } from './reads.ts'

const feedsAnHour = (name: string, limit: number): Bucket => ({ name, limit, seconds: 3600, unit: 'feeds' })
const buckets = {
  // Walmart’s tables say 10 or 20
  items: feedsAnHour('item feeds', 10),
  prices: feedsAnHour('price feeds', 10),
  stock: feedsAnHour('inventory feeds', 10),
  retired: feedsAnHour('retire feeds', 10),
}
const mostItems = 2000
const mostValues = 4000

/**
 * A Walmart account, by feeds: the login is the client id, the token its secret. A call that was cut off after
 * Walmart took the feed is sent again: the values are absolute, and the later feed wins.
 */
export function openWalmart(shop: Shop, base: string, clientId: string, app: App): Market {
  const account = {
    ...openWalmartAccount(shop, base, clientId),
    itemVersion: app.walmartItemVersion ?? marketVersions.walmartItems.version,
  }
  const reads = walmartReads(account)
  return {
    ...walmartOrders(account),
    meter: account.shop.meter,
    reads,
    buckets: [...Object.values(buckets), reads.bucket],
    pollSeconds: 60,
    call: (parts) => ({
      most: parts.includes('content') ? mostItems : mostValues,
      bucket: callBucket(parts),
    }),
    tell: (rows, parts) => sendRows(account, rows, parts),
    poll: (ticket, rows, parts) => pollFeed(account, ticket, { rows, parts }),
    check: () => checkAccess(account),
  }
}

/** The bucket that a call of several feeds is counted under. */
function callBucket(parts: readonly Part[]): Bucket {
  if (parts.includes('content')) return buckets.items
  return parts.includes('price') ? buckets.prices : buckets.stock
}
const partOf = { PRICE_AND_PROMOTION: 'price', inventory: 'quantity', RETIRE_ITEM: 'removed' } as const
const bucketOf = {
  PRICE_AND_PROMOTION: buckets.prices,
  inventory: buckets.stock,
  RETIRE_ITEM: buckets.retired,
} as const
/** A feed that is counted beside the bucket of its call. */
function countedBeside(type: FeedType, parts: readonly Part[], products: number): Pick<Reply, 'also'> {
  if (type === 'MP_ITEM' || type === 'MP_ITEM_INTL' || type === 'MP_MAINTENANCE') return {}
  const { name } = bucketOf[type]
  if (name === callBucket(parts).name) return {}
  return { also: [{ bucket: name, told: partOf[type], products }] }
}

type Sender = WalmartAccount & FeedTarget

async function sendRows(account: Sender, rows: readonly TellRow[], parts: readonly Part[]): Promise<Reply> {
  const [type, ...following] = feedsOf(rows, parts, account)
  const ticket = await submitFeed(account, { type, following, rows })
  return { outcomes: [], ticket, ...countedBeside(type, parts, rows.length) }
}

/** The feeds of a call, one after another: first what ends sales, otherwise the price that stock sells at. */
function feedsOf(
  rows: readonly TellRow[],
  parts: readonly Part[],
  { isCanadian }: FeedTarget,
): [FeedType, ...FeedType[]] {
  if (parts.includes('removed')) return ['inventory', 'RETIRE_ITEM']
  const stock: FeedType[] = parts.includes('quantity') ? ['inventory'] : []
  // without a price the items are at Walmart already: setting them up again would require one
  const newItems = isCanadian ? 'MP_ITEM_INTL' : 'MP_ITEM'
  if (parts.includes('content')) return [parts.includes('price') ? newItems : 'MP_MAINTENANCE', ...stock]
  const prices: FeedType[] = parts.includes('price') ? ['PRICE_AND_PROMOTION'] : []
  const isSoldOut = rows.every((row) => row.active === false || row.quantity === 0)
  const [first, ...following] = isSoldOut ? [...stock, ...prices] : [...prices, ...stock]
  if (!first) throw new Error(`Walmart has no feed for ${parts.join(', ')}`)
  return [first, ...following]
}

/** A feed that Walmart has taken, and those that follow when it is processed. */
interface Ticket {
  feed: string
  type: FeedType
  follow: FeedType[]
}
/** A ticket from before prices had another feed goes on with that one. */
const feedType = z.string().transform((type) => (type === 'price' ? 'PRICE_AND_PROMOTION' : type))
const ticketSchema = z.object({ feed: z.string(), type: feedType, follow: z.array(feedType) })
const submittedFeed = z.object({ feedId: z.string() })

/** @returns the ticket of the feed */
async function submitFeed(
  account: Sender,
  { type, following, rows }: { type: FeedType; following: FeedType[]; rows: readonly TellRow[] },
): Promise<string> {
  const { feedId } = await askWalmart(account, {
    path: `feeds?feedType=${type}`,
    answer: submittedFeed,
    body: feedBody(type, rows, account),
    mostBytes: mostBytes[type],
  })
  return JSON.stringify({ feed: feedId, type, follow: following } satisfies Ticket)
}

/** Its OpenAPI allows 50, a guide of 2026 1,000. */
const itemsPerPage = 50
const feedErrors = z.object({
  ingestionError: z.array(z.object({ description: z.string().nullish() })).nullish(),
})
const feedStatus = z.object({
  feedStatus: z.string(),
  ingestionErrors: feedErrors.nullish(),
  itemsReceived: z.number().default(0),
  itemDetails: z
    .object({
      itemIngestionStatus: z
        .array(
          z.object({
            sku: z.string().nullish(),
            ingestionStatus: z.string(),
            ingestionErrors: feedErrors.nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
})
type FeedStatus = z.output<typeof feedStatus>

const readStatus = (account: WalmartAccount, feed: string, offset: number): Promise<FeedStatus> =>
  askWalmart(account, {
    path: `feeds/${encodeURIComponent(feed)}?includeDetails=true&offset=${offset}&limit=${itemsPerPage}`,
    answer: feedStatus as z.ZodType<FeedStatus>,
  })

async function pollFeed(
  account: Sender,
  ticket: string,
  { rows, parts }: { rows: readonly TellRow[]; parts: readonly Part[] },
): Promise<Reply> {
  const { feed, type, follow } = ticketSchema.parse(JSON.parse(ticket)) as Ticket
  const firstPage = await readStatus(account, feed, 0)
  if (firstPage.feedStatus === 'ERROR') {
    const text = `Walmart failed to process the feed. ${errorText(firstPage)}`
    return { outcomes: rows.map(({ sku }) => refusedOutcome(sku, 'outage', text)) }
  }
  if (firstPage.feedStatus !== 'PROCESSED') return { outcomes: [], ticket }
  // a processed feed may still have refused each of its items
  const feedOutcomes = await readOutcomes(account, feed, { firstPage, type })
  const [next, ...following] = follow
  if (!next) return { outcomes: feedOutcomes }
  if (next === 'RETIRE_ITEM') {
    const nextTicket = await submitFeed(account, { type: next, following, rows })
    return { outcomes: [], ticket: nextTicket, ...countedBeside(next, parts, rows.length) }
  }
  const outcomeBySku = new Map(feedOutcomes.map((outcome) => [outcome.sku, outcome]))
  const liveRows = rows.filter((row) => outcomeBySku.get(row.sku)?.state === 'live')
  const outcomes = rows.flatMap(({ sku }) => {
    const outcome =
      outcomeBySku.get(sku) ??
      refusedOutcome(sku, 'outage', 'Walmart’s response doesn’t include this product.')
    return outcome.state === 'live' ? [] : [outcome]
  })
  if (liveRows.length === 0) return { outcomes }
  const nextTicket = await submitFeed(account, { type: next, following, rows: liveRows })
  return { outcomes, ticket: nextTicket, ...countedBeside(next, parts, liveRows.length) }
}

/** The outcomes on all pages, each of which has as many as Walmart likes. */
async function readOutcomes(
  account: WalmartAccount,
  feed: string,
  { firstPage, type }: { firstPage: FeedStatus; type: FeedType },
): Promise<Outcome[]> {
  const outcomes = outcomesOf(firstPage, type)
  let page = firstPage
  for (let offset = countItems(page); countItems(page) > 0 && offset < firstPage.itemsReceived;) {
    page = await readStatus(account, feed, offset)
    outcomes.push(...outcomesOf(page, type))
    offset += countItems(page)
  }
  return outcomes
}
const countItems = ({ itemDetails }: FeedStatus): number => itemDetails?.itemIngestionStatus?.length ?? 0

function outcomesOf({ itemDetails }: FeedStatus, type: FeedType): Outcome[] {
  return (itemDetails?.itemIngestionStatus ?? []).flatMap((item): Outcome[] => {
    const { sku, ingestionStatus } = item
    if (!sku) return []
    if (ingestionStatus === 'SUCCESS') return [{ sku, state: 'live' }]
    const text = errorText(item) || `Walmart’s status: ${ingestionStatus}.`
    if (ingestionStatus !== 'DATA_ERROR') return [refusedOutcome(sku, 'outage', text)]
    const cause = causeOf(text)
    // a missing item needs no removal
    return type === 'RETIRE_ITEM' && cause === 'missing'
      ? [{ sku, state: 'live' }]
      : [refusedOutcome(sku, cause, text)]
  })
}
const errorText = ({ ingestionErrors }: Pick<FeedStatus, 'ingestionErrors'>): string =>
  (ingestionErrors?.ingestionError ?? []).flatMap(({ description }) => description || []).join(' ')

const causeOf = (text: string): Refusal => causes.find(([pattern]) => pattern.test(text))?.[1] ?? 'invalid'
const causes: readonly (readonly [pattern: RegExp, cause: Refusal])[] = [
  [/not found|doesn.t exist|does not exist|not (been )?set up/i, 'missing'],
  [/already (exists|in use|set up)|duplicate/i, 'conflict'],
]

async function checkAccess(account: WalmartAccount): Promise<string> {
  await askWalmart(account, { path: 'feeds?limit=1', answer: z.unknown() })
  return 'The client can read the account’s feeds.'
}
