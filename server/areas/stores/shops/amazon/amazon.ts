import { marketVersions } from '../versions.ts'
import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { ask, ShopFault, type Shop } from '../ask.ts'
import {
  amountIn,
  refusedOutcome,
  type App,
  type Bucket,
  type Market,
  type Outcome,
  type Reply,
  type TellRow,
} from '../market.ts'
import { askAmazon, openAmazonAccount, type AmazonAccount } from './account.ts'
import { feedOf, listable, sends } from './feed.ts'
import { amazonOrders } from './orders.ts'
import { amazonReads } from './reads.ts'

/** Amazon takes 25,000 messages and advises less than 10 MiB. */
const mostMessages = 5000
const mostBytes = 10 * 1024 * 1024 - 1
/** One seller’s allowance in one region. */
const feeds: Bucket = { name: 'feeds', limit: 5, seconds: 300, unit: 'feeds' }
const feedType = 'JSON_LISTINGS_FEED'

/**
 * A seller at Amazon, by feeds of listings: the login is the seller's id, the token a refresh token of this
 * program. A call that was cut off after Amazon took the feed is sent again: the values are absolute.
 */
export function openAmazon(shop: Shop, base: string, sellerId: string, { amazon: app }: App): Market {
  const account = openAmazonAccount(shop, { base, sellerId, app })
  const reads = amazonReads(account)
  return {
    ...amazonOrders(account),
    meter: account.shop.meter,
    reads,
    amount: (amount) => String(amountIn(account.marketplace.currency, amount)),
    buckets: [feeds, reads.bucket],
    pollSeconds: 60,
    call: () => ({ most: mostMessages, bucket: feeds }),
    tell: (rows) => sendRows(account, rows),
    poll: (feedId, rows) => pollFeed(account, feedId, rows),
    check: () => checkAccess(account),
  }
}

async function sendRows(account: AmazonAccount, rows: readonly TellRow[]): Promise<Reply> {
  const feedRows = rowsInFeed(rows)
  const skus = new Set(feedRows.map(({ sku }) => sku))
  const outcomes = rows
    .filter((row) => !skus.has(row.sku))
    .map((row): Outcome =>
      // what a listing says of the product is Amazon's, and stays
      listable(row) ? { sku: row.sku, state: 'live' } : refusedOutcome(row.sku, 'invalid', needsCode),
    )
  return feedRows.length === 0 ? { outcomes } : { outcomes, ticket: await submitFeed(account, feedRows) }
}
/** The rows of a feed. A message's number is its row's place here, when the feed is polled too. */
const rowsInFeed = (rows: readonly TellRow[]) => rows.filter((row) => listable(row) && sends(row))
const needsCode =
  'Offers need an existing Amazon listing. The product needs an ASIN, UPC, EAN or ISBN, and ' +
  'the integration must send special attributes.'

const askFeeds = async <T>(
  account: AmazonAccount,
  path: string,
  answer: z.ZodType<T>,
  body?: object,
): Promise<T> =>
  (
    await askAmazon(account, {
      path: `feeds/${marketVersions.amazonFeeds.version}/${path}`,
      answer,
      ...(body && { body }),
    })
  ).body

const uploadTarget = z.object({ feedDocumentId: z.string(), url: z.string() })
const submittedFeed = z.object({ feedId: z.string() })

/** @returns the feed's id */
async function submitFeed(account: AmazonAccount, rows: readonly TellRow[]): Promise<string> {
  const contentType = 'application/json; charset=UTF-8'
  const { feedDocumentId, url } = await askFeeds(account, 'documents', uploadTarget, { contentType })
  await atDocumentAddress(() =>
    ask(account.shop, {
      path: url,
      elsewhere: true,
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: feedOf(account.sellerId, rows, account.marketplace),
      mostBytes,
      answer: z.unknown(),
    }),
  )
  const { feedId } = await askFeeds(account, 'feeds', submittedFeed, {
    feedType,
    marketplaceIds: [account.marketplace.id],
    inputFeedDocumentId: feedDocumentId,
  })
  return feedId
}

const feedState = z.object({ processingStatus: z.string(), resultFeedDocumentId: z.string().nullish() })

async function pollFeed(account: AmazonAccount, feedId: string, rows: readonly TellRow[]): Promise<Reply> {
  const { processingStatus, resultFeedDocumentId } = await askFeeds(
    account,
    `feeds/${encodeURIComponent(feedId)}`,
    feedState,
  )
  if (processingStatus === 'FATAL' || processingStatus === 'CANCELLED')
    return { outcomes: rows.map(({ sku }) => refusedOutcome(sku, 'outage', feedFailures[processingStatus])) }
  if (!resultFeedDocumentId) return { outcomes: [], ticket: feedId }
  // a processed feed may still have refused each of its messages
  return { outcomes: outcomesOf(rowsInFeed(rows), await readReport(account, resultFeedDocumentId)) }
}
const feedFailures = {
  FATAL: 'Amazon failed to process the feed. Some changes may have been applied.',
  CANCELLED: 'The feed was canceled at Amazon before it was processed.',
} as const

const download = z.object({ url: z.string() })
const report = z.object({
  // without it, it is no whole report: that it names no issue says nothing
  summary: z.object({ messagesProcessed: z.number() }),
  issues: z
    .array(
      z.object({
        messageId: z.number().nullish(),
        code: z.string().default(''),
        severity: z.string().default('ERROR'),
        message: z.string().default(''),
      }),
    )
    .default([]),
})
type Report = z.output<typeof report>

async function readReport(account: AmazonAccount, documentId: string): Promise<Report> {
  const { url } = await askFeeds(account, `documents/${encodeURIComponent(documentId)}`, download)
  return atDocumentAddress(() =>
    ask(account.shop, { path: url, elsewhere: true, headers: {}, answer: report as z.ZodType<Report> }),
  )
}

/** A file's address expires after five minutes. Its refusal says nothing about the seller's rights. */
async function atDocumentAddress<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ShopFault) || error.status === undefined || error.status >= 500) throw error
    throw new ShopFault('outage', `Amazon refused access to a file (${error.status}).`, error.mend)
  }
}

function outcomesOf(feedRows: readonly TellRow[], { issues }: Report): Outcome[] {
  const errors = issues.filter((issue) => issue.severity === 'ERROR')
  const feedError = errors.find((issue) => !issue.messageId)
  const errorByMessage = new Map(errors.toReversed().map((issue) => [issue.messageId, issue]))
  return feedRows.map((row, i) => {
    const { sku } = row
    const issue = errorByMessage.get(i + 1) ?? feedError
    if (!issue) return { sku, state: 'live' }
    const cause = causeOf(`${issue.code} ${issue.message}`)
    // a listing that is missing needs no removal
    return row.removed && cause === 'missing'
      ? { sku, state: 'live' }
      : refusedOutcome(sku, cause, issue.message)
  })
}

const causeOf = (text: string): Refusal => causes.find(([pattern]) => pattern.test(text))?.[1] ?? 'invalid'
const causes: readonly (readonly [pattern: RegExp, cause: Refusal])[] = [
  [/not.?found|does ?n.t exist|does not exist/i, 'missing'],
  [/duplicate|matches multiple|conflict/i, 'conflict'],
  [/not authori[sz]ed|unauthori[sz]ed|approval|not permitted/i, 'permission'],
  [/internal.?(error|failure)|try again|timed? ?out/i, 'outage'],
]

async function checkAccess(account: AmazonAccount): Promise<string> {
  await askFeeds(account, `feeds?feedTypes=${feedType}&pageSize=10`, z.unknown())
  return 'The seller has authorized Feedstock.'
}
