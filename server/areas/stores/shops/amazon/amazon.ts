import { z } from 'zod'
import type { Refusal } from '#contract/stores/shops.ts'
import { answerOf, ask, ShopFault, type Shop } from '../ask.ts'
import { openAmazonOrders } from './orders.ts'
import { openAmazonReads } from './reads.ts'
import { feedOf, listable, placeOf, sends } from './feed.ts'
import {
  amountIn,
  refused,
  type App,
  type Bucket,
  type Market,
  type Outcome,
  type TellRow,
} from '../market.ts'
import { withPass } from '../pass.ts'

/** Amazon takes 25,000 messages and advises less than 10 MiB. */
const mostMessages = 5000
const mostBytes = 10 * 1024 * 1024 - 1
/** Of one seller in one region. */
const feeds: Bucket = { name: 'feeds', limit: 5, seconds: 300, unit: 'feeds' }
const kind = 'JSON_LISTINGS_FEED'

const passed = z.object({
  access_token: z.string().optional(),
  expires_in: z.number().default(3600),
  error: z.string().optional(),
})
const uploadTo = z.object({ feedDocumentId: z.string(), url: z.string() })
const made = z.object({ feedId: z.string() })
const state = z.object({ processingStatus: z.string(), resultFeedDocumentId: z.string().nullish() })
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

/**
 * A seller at Amazon, by feeds of listings: the login is the seller's id, the token a refresh token of this
 * program. A call that was cut off after the feed was taken is told again: the values are absolute.
 */
export function openAmazon(shop: Shop, base: string, seller: string, { amazon: app }: App): Market {
  const meter = { requests: 0, points: 0 }
  const metered = { ...shop, meter }
  const place = { ...placeOf(new URL(shop.origin).hostname), currency: shop.currency ?? 'USD' }
  const pass = withPass(async () => {
    const { clientId, clientSecret, loginUrl } = app
    if (!clientId || !clientSecret) throw unnamed()
    const form = {
      grant_type: 'refresh_token',
      refresh_token: shop.token,
      client_id: clientId,
      client_secret: clientSecret,
    }
    const { access_token, expires_in, error } = await ask(metered, {
      path: loginUrl,
      elsewhere: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      also: [400, 401],
      answer: passed,
    })
    if (access_token !== undefined) return { token: access_token, seconds: expires_in }
    throw error === 'invalid_client' || error === 'unauthorized_client' ? notKnown() : notLetIn()
  }, shop.secrets)
  const answered = <T>(path: string, answer: z.ZodType<T>, body?: object, also: readonly number[] = []) =>
    pass((token) =>
      answerOf(metered, {
        path: `${base}/${path}`,
        headers: { 'x-amz-access-token': token, 'content-type': 'application/json' },
        ...(body && { body }),
        also,
        answer,
      }),
    )
  const asked = async <T>(path: string, answer: z.ZodType<T>, body?: object): Promise<T> =>
    (await answered(`feeds/2021-06-30/${path}`, answer, body)).body

  const send = async (rows: readonly TellRow[]): Promise<string> => {
    const contentType = 'application/json; charset=UTF-8'
    const { feedDocumentId, url } = await asked('documents', uploadTo, { contentType })
    await atDocuments(() =>
      ask(metered, {
        path: url,
        elsewhere: true,
        method: 'PUT',
        headers: { 'content-type': contentType },
        body: feedOf(seller, rows, place),
        mostBytes,
        answer: z.unknown(),
      }),
    )
    const { feedId } = await asked('feeds', made, {
      feedType: kind,
      marketplaceIds: [place.id],
      inputFeedDocumentId: feedDocumentId,
    })
    return feedId
  }
  const reportOf = async (document: string): Promise<Report> => {
    const { url } = await asked(`documents/${encodeURIComponent(document)}`, download)
    return atDocuments(() =>
      ask(metered, { path: url, elsewhere: true, headers: {}, answer: report as z.ZodType<Report> }),
    )
  }

  const reads = openAmazonReads(answered, seller, place.id)
  return {
    ...openAmazonOrders(answered, place.id),
    meter,
    reads,
    amount: (amount) => String(amountIn(place.currency, amount)),
    buckets: [feeds, reads.bucket],
    pollSeconds: 60,
    call: () => ({ most: mostMessages, bucket: feeds }),
    async tell(rows) {
      const sent = sentOf(rows)
      const under = new Set(sent.map(({ sku }) => sku))
      const outcomes = rows
        .filter((row) => !under.has(row.sku))
        .map((row): Outcome =>
          // what a listing says of the product is Amazon's, and stays
          listable(row) ? { sku: row.sku, state: 'live' } : refused(row.sku, 'invalid', needsCode),
        )
      return sent.length === 0 ? { outcomes } : { outcomes, ticket: await send(sent) }
    },
    async poll(feedId, rows) {
      const { processingStatus, resultFeedDocumentId } = await asked(
        `feeds/${encodeURIComponent(feedId)}`,
        state,
      )
      if (processingStatus === 'FATAL' || processingStatus === 'CANCELLED')
        return { outcomes: rows.map(({ sku }) => refused(sku, 'outage', ends[processingStatus])) }
      if (!resultFeedDocumentId) return { outcomes: [], ticket: feedId }
      // that it is done says nothing of its messages
      return { outcomes: outcomesOf(sentOf(rows), await reportOf(resultFeedDocumentId)) }
    },
    async check() {
      await asked(`feeds?feedTypes=${kind}&pageSize=10`, z.unknown())
      return 'The seller has let this program in.'
    },
  }
}
/** What goes into a feed: a message's number is its place here, when it is polled too. */
const sentOf = (rows: readonly TellRow[]) => rows.filter((row) => listable(row) && sends(row))

const needsCode =
  'Amazon makes an offer on what it lists already: the product needs an ASIN, UPC, EAN or ISBN, and the ' +
  'integration must send special attributes.'
const ends = {
  FATAL: 'Amazon gave the whole feed up; some of it, none or all may hold.',
  CANCELLED: 'The feed was cancelled at Amazon before any of it was read.',
} as const
const signIn = (sentence: string, mend: string) => () => new ShopFault('credentials', sentence, mend)
const unnamed = signIn(
  'This program has no client id and secret of its own for Amazon.',
  'Have AMAZON_CLIENT_ID and AMAZON_CLIENT_SECRET set where it runs.',
)
const notKnown = signIn(
  'Amazon doesn’t know this program by its client id and secret.',
  'Have AMAZON_CLIENT_ID and AMAZON_CLIENT_SECRET set anew where it runs: a secret ends after 180 days.',
)
const notLetIn = signIn(
  'Amazon refuses the refresh token.',
  'Let the seller authorize this program again, and enter the new refresh token.',
)

/** An address of a file is good for five minutes; that it refuses says nothing of the seller's rights. */
async function atDocuments<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ShopFault) || error.status === undefined || error.status >= 500) throw error
    throw new ShopFault('outage', `Amazon’s address of a file refuses it (${error.status}).`, error.mend)
  }
}

function outcomesOf(sent: readonly TellRow[], { issues }: Report): Outcome[] {
  const errors = issues.filter((issue) => issue.severity === 'ERROR')
  const whole = errors.find((issue) => !issue.messageId)
  const by = new Map(errors.toReversed().map((issue) => [issue.messageId, issue]))
  return sent.map(({ sku, removed }, i) => {
    const issue = by.get(i + 1) ?? whole
    if (!issue) return { sku, state: 'live' }
    const why = causes.find(([said]) => said.test(`${issue.code} ${issue.message}`))?.[1] ?? 'invalid'
    // what isn't listed any more is taken down
    return removed && why === 'missing' ? { sku, state: 'live' } : refused(sku, why, issue.message)
  })
}
const causes: readonly (readonly [said: RegExp, why: Refusal])[] = [
  [/not.?found|does ?n.t exist|does not exist/i, 'missing'],
  [/duplicate|matches multiple|conflict/i, 'conflict'],
  [/not authori[sz]ed|unauthori[sz]ed|approval|not permitted/i, 'permission'],
  [/internal.?(error|failure)|try again|timed? ?out/i, 'outage'],
]
