import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parsed, ShopFault } from '../ask.ts'
import { hasTwice, notThere, refused, type Outcome, type Reply, type TellRow } from '../market.ts'
import { fitting, nameOf, runs, type openShopifyBulk, type Operation } from './bulk.ts'
import type { openShopifyGraphql } from './graphql.ts'
import { keep, keptNames, madeNames, namesOf, type Names, type openShopifyReads } from './reads.ts'
import { listing, steps } from './tells.ts'
import { refusedFor, setLevels, textOf, written, type Step, type Write, type Written } from './writes.ts'

/** An operation does one kind of write: one after another, what makes products first. */
const rounds = ['productSet', 'productUpdate', 'productVariantsBulkUpdate', 'publishablePublish'] as const
/** So many are looked for, or stocked, before what was found is kept. */
const atOnce = 100
/** A file that Shopify can't read is sent anew so often. */
const mostTries = 3

/**
 * How far a load has come. It is kept before each next step, so that a step that was cut off is done again, or
 * found to be done.
 */
const ticketOf = z.object({
  key: z.string(),
  stage: z.enum(['look', 'send', 'begin', 'runs', 'stock']).default('look'),
  /** What the shop calls those whose names weren't kept, or that were made. */
  names: z
    .record(
      z.string(),
      z.object({
        product: z.string(),
        variant: z.string(),
        item: z.string(),
        active: z.boolean(),
        shared: z.boolean(),
        tracked: z.boolean(),
        unpublished: z.boolean().optional(),
      }),
    )
    .default({}),
  /** Those that the shop hasn't got. */
  fresh: z.array(z.string()).default([]),
  round: z.number().default(0),
  /** What of this round was done by an operation before, and what this one's lines are. */
  done: z.array(z.string()).default([]),
  sent: z.array(z.string()).default([]),
  path: z.string().default(''),
  operation: z.string().default(''),
  tries: z.number().default(0),
})
type Ticket = z.output<typeof ticketOf>
type Line = Pick<Step, 'sku' | 'given'>
interface Answer {
  written?: Written | undefined
  error?: string | undefined
}

type Graphql = ReturnType<typeof openShopifyGraphql>
type Reads = ReturnType<typeof openShopifyReads>
type Bulk = ReturnType<typeof openShopifyBulk>

/** The ticket of a load that asks nothing before it is kept. */
export const firstTicket = (key: string): string => JSON.stringify({ key })

/** Tells a shop of thousands of rows by its bulk operations. */
export function openShopifyLoad(graphql: Graphql, { placeOf, onlineStore, bySku }: Reads, bulk: Bulk) {
  const namesBy = (ticket: Ticket, row: TellRow): Names | undefined => ticket.names[row.sku] ?? keptNames(row)

  /** Those that nobody knows whether the shop has them. */
  const look = async (ticket: Ticket, rows: readonly TellRow[]): Promise<Reply> => {
    const fresh = new Set(ticket.fresh)
    const unknown = rows.filter((row) => !namesBy(ticket, row) && !fresh.has(row.sku))
    const outcomes: Outcome[] = []
    const fault = await inParts(unknown, outcomes, async (part) => {
      const hits = await bySku(part.map(({ sku }) => sku))
      for (const { sku, content } of part) {
        const [own, another] = hits.get(sku) ?? []
        if (another) outcomes.push(refused(sku, 'conflict', hasTwice))
        else if (own) ticket.names[sku] = namesOf(own)
        else if (content) ticket.fresh.push(sku)
        else outcomes.push(refused(sku, 'missing', notThere))
      }
    })
    return next(outcomes, { ...ticket, stage: fault ? 'look' : 'send' }, fault)
  }

  /** What a row is told in a round. */
  const given = async (ticket: Ticket, rows: readonly TellRow[], write: Write) => {
    const place = await placeOf()
    const publicationId = write === 'publishablePublish' ? await onlineStore() : null
    const fresh = new Set(ticket.fresh)
    const done = new Set(ticket.done)
    return rows.flatMap((row): Line[] => {
      const names = namesBy(ticket, row)
      if (done.has(row.sku)) return []
      if (write === 'publishablePublish')
        return names?.unpublished && publicationId !== null
          ? [{ sku: row.sku, given: { id: names.product, input: [{ publicationId }] } }]
          : []
      if (!fresh.has(row.sku))
        return names ? steps(row, names, place.weightUnit).filter((step) => step.write === write) : []
      return write === 'productSet' && !names
        ? [{ sku: row.sku, given: { input: listing(row, row.content!, place), synchronous: true } }]
        : []
    })
  }

  /** Sends the lines of this round, or of the next that has any; after the last there is the stock. */
  const send = async (ticket: Ticket, rows: readonly TellRow[]): Promise<Reply> => {
    for (let round = ticket.round; round < rounds.length; round++) {
      const now = round === ticket.round ? ticket : { ...ticket, round, done: [], tries: 0 }
      const work = await given(now, rows, rounds[round]!)
      if (work.length === 0) continue
      const lines = work.map((one) => JSON.stringify(one.given))
      const many = fitting(lines)
      const path = await bulk.upload(lines.slice(0, many))
      return next([], { ...now, stage: 'begin', path, sent: work.slice(0, many).map(({ sku }) => sku) })
    }
    return next([], { ...ticket, stage: 'stock' })
  }

  const begin = async (ticket: Ticket): Promise<Reply> => {
    const { key, round, done, tries, path } = ticket
    const name = nameOf(`${key}_${round}_${done.length}_${tries}`)
    const begun = await bulk.begin('mutation', { name, text: textOf(rounds[round]!, name), path })
    if ('operation' in begun)
      return { outcomes: [], ticket: text({ ...ticket, stage: 'runs', operation: begun.operation }) }
    if (begun.state === 'full') return { outcomes: [], ticket: text(ticket) }
    // nothing of it was done
    if (/FILE/.test(begun.code) && tries + 1 < mostTries)
      return next([], { ...ticket, stage: 'send', tries: tries + 1 })
    return rest(ticket, new Map(ticket.sent.map((sku) => [sku, { error: begun.text }])))
  }

  const run = async (ticket: Ticket, rows: readonly TellRow[]): Promise<Reply> => {
    const operation = await bulk.look(ticket.operation)
    if (operation && runs(operation)) return { outcomes: [], ticket: text(ticket) }
    const lines = operation ? await bulk.read(operation) : []
    const answers = answersOf(lines, ticket.sent, rounds[ticket.round]!)
    const silent = ends(operation)
    for (const sku of ticket.sent) if (!answers.has(sku)) answers.set(sku, { error: silent })
    return rest(ticket, answers, rows)
  }
  /** What became of a round's lines; those that went wrong leave, the others go on. */
  const rest = (
    ticket: Ticket,
    answers: ReadonlyMap<string, Answer>,
    rows: readonly TellRow[] = [],
  ): Reply => {
    const outcomes: Outcome[] = []
    const write = rounds[ticket.round]
    const fresh = new Set(ticket.fresh)
    const by = new Map(rows.map((row) => [row.sku, row]))
    const unpublished: string[] = []
    for (const [sku, { written: one, error }] of answers) {
      const wrong =
        error !== undefined
          ? refused(sku, 'outage', error)
          : one?.userErrors[0] && refusedFor(sku, one.userErrors[0])
      const names = ticket.names[sku]
      const row = by.get(sku)
      if (write === 'publishablePublish') {
        // it is there, and put on sale when it changes next
        if (wrong?.state === 'refused') unpublished.push(wrong.text)
        else if (row) ticket.names[sku] = { ...namesBy(ticket, row)!, unpublished: false }
      } else if (wrong) outcomes.push(wrong)
      else if (write === 'productSet' && fresh.has(sku) && !names && row) {
        const made = madeNames(row, one!)
        if (made) ticket.names[sku] = made
        else outcomes.push(refused(sku, 'outage', notMade))
      }
    }
    const done = [...ticket.done, ...ticket.sent]
    const reply = next(outcomes, {
      ...ticket,
      stage: 'send',
      done,
      sent: [],
      path: '',
      operation: '',
      tries: 0,
    })
    return unpublished.length > 0 ? { ...reply, said: notPublished(unpublished) } : reply
  }

  /** Last, what there is of each: a product that is new has it already. */
  const stock = async (ticket: Ticket, rows: readonly TellRow[]): Promise<Reply> => {
    const { location, publishes } = await placeOf()
    const fresh = new Set(ticket.fresh)
    const outcomes: Outcome[] = []
    const fault = await inParts(rows, outcomes, async (part) => {
      const levels = part.flatMap((row) => {
        const item = namesBy(ticket, row)?.item
        return row.quantity === undefined || fresh.has(row.sku) || item === undefined
          ? []
          : [{ sku: row.sku, item, quantity: row.quantity }]
      })
      // the same quantities Shopify sets once
      const key = `${ticket.key}-${createHash('sha256').update(JSON.stringify(levels)).digest('hex').slice(0, 16)}`
      let pass = 0
      const wrong = await setLevels(graphql, location, levels, () => `${key}-${pass++}`)
      const by = new Map(wrong.map((outcome) => [outcome.sku, outcome]))
      for (const row of part) {
        const names = namesBy(ticket, row)
        outcomes.push(
          names
            ? (by.get(row.sku) ?? { sku: row.sku, state: 'live', remote: keep(row, names) })
            : refused(row.sku, 'outage', notMade),
        )
      }
    })
    const lacks = !publishes && ticket.fresh.length > 0 ? { said: mayNotPublish } : {}
    return { ...(fault ? next(outcomes, ticket, fault) : { outcomes }), ...lacks }
  }

  return async (of: string, rows: readonly TellRow[]): Promise<Reply> => {
    const ticket = ticketOf.parse(JSON.parse(of))
    if (rows.length === 0) return { outcomes: [] }
    switch (ticket.stage) {
      case 'look':
        return look(ticket, rows)
      case 'send':
        return send(ticket, rows)
      case 'begin':
        return begin(ticket)
      case 'runs':
        return run(ticket, rows)
      case 'stock':
        return stock(ticket, rows)
    }
  }
}
const text = (ticket: Ticket): string => JSON.stringify(ticket)
/** The next step is taken at once, or once the shop can be asked again. */
const next = (outcomes: Outcome[], ticket: Ticket, fault?: ShopFault): Reply => ({
  outcomes,
  ticket: text(ticket),
  pollAt: fault ? (fault.opensAt ?? Date.now() + pauseMs) : Date.now(),
})
const pauseMs = 60_000

/**
 * Works through rows part by part. What the shop can't be asked of one part is told again by the next update.
 * @returns what broke it off after a part was done
 */
async function inParts(
  rows: readonly TellRow[],
  outcomes: Outcome[],
  work: (part: readonly TellRow[]) => Promise<void>,
): Promise<ShopFault | undefined> {
  for (let i = 0; i < rows.length; i += atOnce) {
    const part = rows.slice(i, i + atOnce)
    try {
      await work(part)
    } catch (error) {
      if (!(error instanceof ShopFault)) throw error
      if (error.why === 'invalid' || error.why === 'tooLarge')
        outcomes.push(...part.map(({ sku }) => refused(sku, 'outage', error.message)))
      else if (i === 0) throw error
      else return error
    }
  }
  return undefined
}

export const mayNotPublish =
  'New products are on no sales channel: give the token read_publications and write_publications, or put them there in Shopify.'
export const notPublished = (texts: readonly string[]): string =>
  `Shopify did not put ${texts.length} of them on the online store: ${texts[0]!}`
const notMade = 'Shopify did not make it.'
function ends(operation: Operation | undefined): string {
  if (!operation) return 'Shopify knows nothing of the operation any more.'
  const { status, errorCode } = operation
  if (status === 'COMPLETED') return 'Shopify said nothing of this product.'
  const why = errorCode ? ` (${errorCode})` : ''
  if (status === 'CANCELED') return `The operation was cancelled in Shopify${why}.`
  return status === 'EXPIRED'
    ? 'Shopify keeps the operation’s answer no longer.'
    : `Shopify gave the operation up${why}.`
}

const lineOf = z.object({
  __lineNumber: z.number(),
  data: z.record(z.string(), written.nullable()).nullish(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
})
/** The answers stand in any order, each with its line's number, which is counted from 0 or from 1. */
export function answersOf(
  lines: readonly string[],
  sent: readonly string[],
  write: Write,
): Map<string, Answer> {
  const read = lines.flatMap((line) => {
    const one = lineOf.safeParse(parsed(line)).data
    if (!one) return []
    const own = one.data?.[write] ?? undefined
    const error = own ? undefined : (one.errors?.[0]?.message ?? 'Shopify said nothing of this product.')
    return [{ n: one.__lineNumber, written: own, error }]
  })
  const at = new Map(sent.map((sku, i) => [sku, i]))
  const first = () =>
    read.flatMap(({ n, written: own }) => {
      const i = at.get(own?.product?.variants.nodes[0]?.sku ?? '')
      return i === undefined ? [] : [n - i]
    })[0]
  const numbers = new Set(read.map(({ n }) => n))
  const from = numbers.has(0) ? 0 : numbers.has(sent.length) ? 1 : first()
  // whose they are nobody knows: the same is told again, of what is new once it was looked for
  if (from === undefined) return new Map()
  return new Map(
    read.flatMap(({ n, ...answer }) => {
      const sku = sent[n - from]
      return sku === undefined ? [] : [[sku, answer] as const]
    }),
  )
}
