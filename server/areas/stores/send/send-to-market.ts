import { many } from '#contract/words.ts'
import { sql, type Db } from '#server/platform/database/db.ts'
import { databaseNow } from '#server/platform/clock.ts'
import {
  beginCall,
  linesOf,
  nextPoll,
  nextPartsToSend,
  openCalls,
  opensAt,
  parseParts,
  releaseCall,
  type Call,
  type Line,
} from './calls.ts'
import { keepRefused, keepSent } from './keep-sent.ts'
import { ShopFault } from '../shops/ask.ts'
import { listPriceOf, type Bucket, type Reply, type Shown, type Spent } from '../shops/market.ts'
import {
  askShop,
  takeMeter,
  storeRefused,
  takeUsage,
  throttledMs,
  waitUntil,
  type OpenShop,
} from './open-shop.ts'

/** A market that hasn't answered for a call in this time never will. */
const ticketSeconds = 86_400

/**
 * Settles unfinished calls: if the response was lost, checks what the market shows; if the market accepted
 * the call, polls its result.
 */
export async function settleCalls(shop: OpenShop): Promise<void> {
  const { db, signal } = shop.job
  for (const call of await openCalls(db, shop.storeId)) {
    signal.throwIfAborted()
    const lines = await linesOf(db, shop.storeId, call)
    if (call.state === 'sending') await recoverInterruptedCall(shop, call, lines)
    else if (call.age > ticketSeconds)
      await keepReply(shop, call, lines, {
        outcomes: lines.map(({ sku }) => ({ sku, state: 'refused', why: 'outage', text: neverSaid })),
      })
    else if (call.due) await pollCall(shop, call, lines)
  }
  await endAnsweredUpdates(db, shop.storeId)
}
/** The same, as long as results are due within seconds. */
export async function settleSoon(shop: OpenShop): Promise<void> {
  const { db, signal, pace } = shop.job
  // only waiting counts: on a busy machine the polls themselves take long
  let patienceMs = soonMs * pace.pollShare
  for (
    let pollTime = await nextPoll(db, shop.storeId);
    pollTime !== undefined;
    pollTime = await nextPoll(db, shop.storeId)
  ) {
    patienceMs -= Math.max(0, pollTime - databaseNow())
    if (patienceMs < 0) return
    await waitUntil(pollTime, signal)
    await settleCalls(shop)
  }
}
const soonMs = 4000
/** Polls a call, step by step as long as the market continues at once. */
async function pollCall(shop: OpenShop, call: Call, lines: readonly Line[]): Promise<void> {
  const { db, signal } = shop.job
  try {
    for (let now = call, openLines = lines; ;) {
      signal.throwIfAborted()
      const { ticket } = now
      const parts = parseParts(now.told)
      const reply =
        ticket === null ? undefined : await askShop(async () => shop.market.poll?.(ticket, openLines, parts))
      if (!reply) throw new Error(`The result of call ${now.store_call_id} can’t be checked`)
      await keepReply(shop, now, openLines, reply)
      if (reply.ticket === undefined || (reply.pollAt ?? Infinity) > databaseNow()) return
      now = { ...now, ticket: reply.ticket }
      openLines = await linesOf(db, shop.storeId, now)
    }
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    const pollTime = new Date(error.opensAt ?? databaseNow() + throttledMs).toISOString()
    const { requests, spent: points } = takeMeter(shop.market)
    await sql`
      update store_call
      set poll_tm = ${pollTime}, said = ${error.message}, requests = requests + ${requests},
        spent = spent + ${points}
      where store_call_id = ${call.store_call_id}`.execute(db)
  }
}
const neverSaid = 'The market accepted it but reported no result within 24 hours.'

/** Ends updates whose last call has ended; their stores are behind, as products may have changed meanwhile. */
const endAnsweredUpdates = (db: Db, storeId: number) =>
  sql`
    with over as (
      update store_update u
      set state = 'sent', end_tm = now()
      where u.vendor_store_id = ${storeId}
        and u.state = 'accepted'
        and not exists (select from store_outbox o where o.store_update_id = u.store_update_id)
      returning 1)
    update vendor_store
    set behind_since = coalesce(behind_since, now())
    where vendor_store_id = ${storeId} and exists (select from over)`.execute(db)

async function recoverInterruptedCall(shop: OpenShop, call: Call, lines: readonly Line[]): Promise<void> {
  // a call with a ticket makes no request before the ticket is stored
  if (shop.market.call(parseParts(call.told), lines.length).later)
    return releaseCall(shop.job.db, call, 'Interrupted before the request was sent', takeMeter(shop.market))
  const askShown = async () => (await shop.market.shown?.(lines)) ?? []
  const shownProducts = await askShop(askShown).catch(ignoreRefusedLookup)
  const shownBySku = new Map(shownProducts.map((product) => [product.sku, product]))
  const outcomes = lines.flatMap((line) => {
    const product = shownBySku.get(line.sku)
    return product && isShownAsSent(line, product)
      ? [{ sku: line.sku, state: 'live' as const, remote: product.remote }]
      : []
  })
  await keepOutcomes(shop, call, lines, outcomes)
  const lostText = 'The response was lost. Products missing from the market are sent again'
  await releaseCall(shop.job.db, call, lostText, takeMeter(shop.market))
}
/** If the market refuses the lookup, nothing is known of these products, and they are sent again. */
function ignoreRefusedLookup(error: unknown): Shown[] {
  const { status, why: cause } = error instanceof ShopFault ? error : { status: 0, why: undefined }
  if (status === undefined || status < 400 || status >= 500 || cause === 'throttled') throw error
  return []
}
/** Whether the market shows what it was sent; content can't be verified. */
const isShownAsSent = (line: Line, product: Shown): boolean =>
  !line.removed &&
  line.content === undefined &&
  line.images === undefined &&
  (line.quantity === undefined ||
    (line.quantity === product.quantity && (line.active ?? true) === product.active)) &&
  (line.price === undefined ||
    (Number(line.price) === Number(product.price) &&
      Number(listPriceOf(line) ?? 0) === Number(product.list_price ?? 0)))

/** An update is sent, or it continues at this moment, in ms. */
export type SendEnd = { end: 'sent' } | { end: 'continues'; continuesAt: number }

/** How fast a market accepts an update: which parts later, how many products at once, which products never. */
class Pace {
  readonly #shut = new Map<string, number>()
  readonly #tries = new Map<string, number>()
  #most = Infinity
  #givenUp = 0

  /** Parts that it accepts only later. */
  get shut(): string[] {
    return [...this.#shut.keys()]
  }
  shutUntil(parts: string, moment: number) {
    this.#shut.set(parts, moment)
  }
  /** How many products a call may have if the market accepts this many. */
  most(ofMarket: number): number {
    return Math.max(1, Math.min(ofMarket, this.#most))
  }
  waiting(products: number): number {
    return Math.min(products, this.#most)
  }
  halve(products: number) {
    this.#most = Math.max(1, Math.floor(products / 2))
  }
  /** A call succeeded: twice as many next time, up to what the market accepts. */
  grow(ofMarket: number) {
    this.#most = this.#most * 2 < ofMarket ? this.#most * 2 : Infinity
  }
  /** A product failed in a call of its own. @returns whether to give it up */
  failedAlone(sku: string): boolean {
    const tries = (this.#tries.get(sku) ?? 0) + 1
    this.#tries.set(sku, tries)
    return tries >= triesOfOne
  }
  /** @returns whether so many were given up that the market itself must be failing */
  giveUp(): boolean {
    return ++this.#givenUp > mostGivenUp
  }
  get end(): SendEnd {
    return this.#shut.size > 0
      ? { end: 'continues', continuesAt: Math.min(...this.#shut.values()) }
      : { end: 'sent' }
  }
}
const triesOfOne = 2
const mostGivenUp = 3

/** @param refuseChanged called before each call to the market: throws if no more may be sent */
export async function sendToMarket(
  shop: OpenShop,
  updateId: number,
  refuseChanged: () => Promise<void>,
): Promise<SendEnd> {
  const { db, signal, progress } = shop.job
  const pace = new Pace()
  for (;;) {
    signal.throwIfAborted()
    const next = await nextPartsToSend(db, updateId, pace.shut)
    if (!next) return pace.end
    const { lane, told: parts, alone } = next
    // sold-out products don't wait behind a large load
    const waiting = alone || lane === 0 ? 0 : pace.waiting(next.waiting)
    const { most: maxProducts, bucket } = shop.market.call(parseParts(parts), waiting)
    const opens = await opensAt(db, shop.storeId, bucket)
    if (opens > databaseNow()) {
      if (!(await waitUntil(opens, signal))) pace.shutUntil(parts, opens)
      continue
    }
    await refuseChanged()
    const { call, lines } = await beginCall(db, {
      store: shop.storeId,
      update: updateId,
      lane,
      told: parts,
      alone,
      bucket: bucket.name,
      // a feed an hour for each product would never end
      most: alone && bucket.unit !== 'feeds' ? 1 : pace.most(maxProducts),
    })
    const failedCall = await makeCall(shop, call, lines, bucket)
    if (!failedCall) {
      if (!alone) pace.grow(maxProducts)
    } else {
      const opensNext = await afterFault(shop, { call, bucket, pace, ...failedCall })
      if (opensNext !== undefined && !(await waitUntil(opensNext, signal))) pace.shutUntil(parts, opensNext)
    }
    progress(`${many(shop.totals.sent, 'product')} sent`)
  }
}

/** Why a call failed, and for which lines. */
interface FailedCall {
  fault: ShopFault
  lines: readonly Line[]
}
/** Makes a call and stores the market's answer. @returns undefined: it succeeded */
async function makeCall(
  shop: OpenShop,
  call: Call,
  lines: readonly Line[],
  bucket: Bucket,
): Promise<FailedCall | undefined> {
  try {
    const { fault, ...reply } = await shop.market.tell(lines, parseParts(call.told), call.call_key)
    const answeredSkus = new Set(reply.outcomes.map(({ sku }) => sku))
    const unansweredLines = lines.filter(({ sku }) => !answeredSkus.has(sku))
    if (fault && unansweredLines.length > 0) {
      await keepOutcomes(shop, call, lines, reply.outcomes)
      return { fault, lines: unansweredLines }
    }
    await keepReply(shop, call, lines, { ...reply, bucket })
    return undefined
  } catch (error) {
    if (!(error instanceof ShopFault)) throw error
    return { fault: error, lines }
  }
}

/**
 * Handles a call that failed as a whole: its lines wait again, or are refused.
 * @returns when to continue, in ms; undefined: at once
 */
async function afterFault(
  shop: OpenShop,
  { call, bucket, pace, fault, lines }: FailedCall & { call: Call; bucket: Bucket; pace: Pace },
): Promise<number | undefined> {
  const { why: cause, status, message } = fault
  const release = () => releaseCall(shop.job.db, call, message, takeUsage(shop.market, bucket))
  // splitting it wouldn't help: the login or the address is wrong
  const astray = status !== undefined && (status === 404 || (status >= 300 && status < 400))
  if (cause === 'credentials' || cause === 'permission' || astray) {
    await release()
    throw storeRefused(fault)
  }
  if (cause === 'throttled' || cause === 'quota') {
    await release()
    return fault.opensAt ?? databaseNow() + throttledMs
  }
  const [line, ...others] = lines
  const single = others.length === 0 ? line : undefined
  const refuse = async ({ sku }: Line) => {
    await keepReply(shop, call, lines, {
      bucket,
      outcomes: [{ sku, state: 'refused', why: cause, text: message }],
    })
    return undefined
  }
  if (single && (cause === 'tooLarge' || (status !== undefined && status < 500))) return refuse(single)
  if (cause === 'tooLarge') {
    await release()
    pace.halve(lines.length)
    return undefined
  }
  // the connection broke: the job's next attempt sends the same, and fewer at once if that breaks, too
  if (status === undefined && shop.job.attempt === 1) throw fault
  if (single && pace.failedAlone(single.sku)) {
    // a market that fails for one product after another fails for all
    if (pace.giveUp()) throw fault
    return refuse(single)
  }
  // part of it may be done
  await recoverInterruptedCall(shop, call, lines)
  pace.halve(lines.length)
  return undefined
}

/** Stores the market's answer to a call and for each of its products. */
async function keepReply(
  shop: OpenShop,
  call: Call,
  lines: readonly Line[],
  { bucket, ...reply }: Reply & { bucket?: Bucket },
) {
  const answeredSkus = new Set(reply.outcomes.map((outcome) => outcome.sku))
  const outcomes =
    reply.ticket === undefined
      ? [
          ...reply.outcomes,
          ...lines.filter((line) => !answeredSkus.has(line.sku)).map(({ sku }) => unansweredOutcome(sku)),
        ]
      : reply.outcomes
  await keepOutcomes(shop, call, lines, outcomes)
  const { requests, spent: points } = bucket ? takeUsage(shop.market, bucket) : takeMeter(shop.market)
  const { ticket = null, said: text = null } = reply
  const pollAt = reply.pollAt === undefined ? null : new Date(reply.pollAt).toISOString()
  const first = (shop.market.pollSeconds ?? 0) * shop.job.pace.pollShare
  await sql`
    update store_call
    set state = ${ticket === null ? 'done' : 'accepted'}, ticket = ${ticket},
      end_tm = case when ${ticket}::text is null then now() end,
      requests = requests + ${requests}, spent = spent + ${points},
      polls = case when ${bucket === undefined} and ticket = ${ticket} then polls + 1 else 0 end,
      poll_tm = case when ${ticket}::text is not null
        then coalesce(${pollAt}::timestamptz,
          now() + make_interval(secs => least(900, ${first} * power(1.5, polls)))) end,
      said = coalesce(${text}, said)
    where store_call_id = ${call.store_call_id}`.execute(shop.job.db)
  shop.totals.calls++
  for (const extraFeed of reply.also ?? []) await keepExtraFeed(shop, call, extraFeed)
}
/** Counts an extra feed of a call in its own allowance. */
const keepExtraFeed = (shop: OpenShop, call: Call, { bucket, told: parts, products }: Spent) =>
  sql`
    insert into store_call (vendor_store_id, store_update_id, bucket, told, products, state, spent, end_tm)
    values (${shop.storeId}, ${call.store_update_id}, ${bucket}, ${parts}, ${products}, 'done', 1, now())`.execute(
    shop.job.db,
  )
const unansweredOutcome = (sku: string) => ({
  sku,
  state: 'refused' as const,
  why: 'outage' as const,
  text: 'The market’s response doesn’t include this product.',
})

async function keepOutcomes(
  shop: OpenShop,
  call: Call,
  lines: readonly Line[],
  outcomes: Reply['outcomes'],
): Promise<void> {
  const products = Map.groupBy(lines, (line) => line.sku)
  const live: { product_id: number; remote?: Line['remote'] & object }[] = []
  const refusedLines: Parameters<typeof keepRefused>[3][number][] = []
  // if a product is answered twice, the refusal counts
  const outcomeBySku = new Map(outcomes.map((outcome) => [outcome.sku, outcome]))
  for (const outcome of outcomes) if (outcome.state === 'refused') outcomeBySku.set(outcome.sku, outcome)
  for (const outcome of outcomeBySku.values())
    for (const { product_id } of products.get(outcome.sku) ?? []) {
      if (outcome.state === 'refused') refusedLines.push({ product_id, why: outcome.why, text: outcome.text })
      else live.push({ product_id, ...(outcome.remote && { remote: outcome.remote }) })
    }
  const { store_update_id: update, store_call_id } = call
  await shop.job.db.transaction().execute(async (tx) => {
    await keepSent(tx, shop.storeId, update, live)
    await keepRefused(tx, shop.storeId, update, refusedLines)
    await sql`
      update store_call
      set live = live + ${live.length}, refused = refused + ${refusedLines.length}
      where store_call_id = ${store_call_id}`.execute(tx)
  })
  shop.totals.sent += live.length
  shop.totals.refused += refusedLines.length
}
