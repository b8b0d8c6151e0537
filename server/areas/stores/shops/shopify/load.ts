import { createHash } from 'node:crypto'
import { ShopFault } from '../ask.ts'
import {
  duplicateSku,
  noSuchProduct,
  refusedOutcome,
  type Outcome,
  type Reply,
  type TellRow,
} from '../market.ts'
import type { ShopifyAccount } from './account.ts'
import { fitting, getOperation, nameOf, readResults, runs, startOperation, uploadLines } from './bulk.ts'
import { answersOf, endOf, type LineAnswer } from './load-answers.ts'
import { namesIn, nextStep, pollAgain, readTicket, type Ticket } from './load-ticket.ts'
import { createdNames, findOnlineStore, findPlace, findVariants, namesOf, remoteAfter } from './reads.ts'
import { listing, steps } from './product-writes.ts'
import { refusedFor, setLevels, textOf, type Step, type Write } from './writes.ts'

/** An operation does one kind of write. They run one after another, the one that makes products first. */
const rounds = ['productSet', 'productUpdate', 'productVariantsBulkUpdate', 'publishablePublish'] as const
/** This many rows are looked up, or stocked, before the result is saved. */
const partSize = 100
/** A file that Shopify can't read is sent this often. */
const mostTries = 3

type Line = Pick<Step, 'sku' | 'args'>

/** Takes the next step of sending thousands of rows by bulk operations. */
export async function continueLoad(
  account: ShopifyAccount,
  ticketText: string,
  rows: readonly TellRow[],
): Promise<Reply> {
  const ticket = readTicket(ticketText)
  if (rows.length === 0) return { outcomes: [] }
  switch (ticket.stage) {
    case 'look':
      return lookUpRows(account, ticket, rows)
    case 'send':
      return uploadRound(account, ticket, rows)
    case 'begin':
      return startRound(account, ticket)
    case 'runs':
      return finishRound(account, ticket, rows)
    case 'stock':
      return setStock(account, ticket, rows)
  }
}

/** Looks up the rows of which nobody knows whether the shop has them. */
async function lookUpRows(account: ShopifyAccount, ticket: Ticket, rows: readonly TellRow[]): Promise<Reply> {
  const newSkus = new Set(ticket.fresh)
  const unknownRows = rows.filter((row) => !namesIn(ticket, row) && !newSkus.has(row.sku))
  const outcomes: Outcome[] = []
  const fault = await inParts(unknownRows, outcomes, async (part) => {
    const hits = await findVariants(
      account,
      part.map(({ sku }) => sku),
    )
    for (const { sku, content } of part) {
      const [variant, duplicate] = hits.get(sku) ?? []
      if (duplicate) outcomes.push(refusedOutcome(sku, 'conflict', duplicateSku))
      else if (variant) ticket.names[sku] = namesOf(variant)
      else if (content) ticket.fresh.push(sku)
      else outcomes.push(refusedOutcome(sku, 'missing', noSuchProduct))
    }
  })
  return nextStep(outcomes, { ...ticket, stage: fault ? 'look' : 'send' }, fault)
}

/** Uploads the lines of this round, or of the next that has any; after the last round comes the stock. */
async function uploadRound(
  account: ShopifyAccount,
  ticket: Ticket,
  rows: readonly TellRow[],
): Promise<Reply> {
  for (const [round, write] of rounds.entries()) {
    if (round < ticket.round) continue
    const roundTicket = round === ticket.round ? ticket : { ...ticket, round, done: [], tries: 0 }
    const lines = await linesOf(account, roundTicket, { rows, write })
    if (lines.length === 0) continue
    const texts = lines.map(({ args }) => JSON.stringify(args))
    const count = fitting(texts)
    const path = await uploadLines(account, texts.slice(0, count))
    const sent = lines.slice(0, count).map(({ sku }) => sku)
    return nextStep([], { ...roundTicket, stage: 'begin', path, sent })
  }
  return nextStep([], { ...ticket, stage: 'stock' })
}

/** The lines of a round. */
async function linesOf(
  account: ShopifyAccount,
  ticket: Ticket,
  { rows, write }: { rows: readonly TellRow[]; write: Write },
): Promise<Line[]> {
  const place = await findPlace(account)
  const publicationId = write === 'publishablePublish' ? await findOnlineStore(account) : null
  const newSkus = new Set(ticket.fresh)
  const doneSkus = new Set(ticket.done)
  return rows.flatMap((row): Line[] => {
    const { sku, content } = row
    const names = namesIn(ticket, row)
    if (doneSkus.has(sku)) return []
    if (write === 'publishablePublish')
      return names?.unpublished && publicationId !== null
        ? [{ sku, args: { id: names.product, input: [{ publicationId }] } }]
        : []
    if (!newSkus.has(sku))
      return names ? steps(row, names, place.weightUnit).filter((step) => step.write === write) : []
    return write === 'productSet' && !names && content
      ? [{ sku, args: { input: listing(row, content, place), synchronous: true } }]
      : []
  })
}

const writeOf = ({ round }: Ticket): Write => {
  const write = rounds[round]
  if (!write) throw new Error(`Unknown load round ${round}`)
  return write
}

async function startRound(account: ShopifyAccount, ticket: Ticket): Promise<Reply> {
  const { key, round, done, sent, tries, path } = ticket
  const name = nameOf(`${key}_${round}_${done.length}_${tries}`)
  const start = await startOperation(account, 'mutation', { name, text: textOf(writeOf(ticket), name), path })
  if ('operation' in start) return pollAgain({ ...ticket, stage: 'runs', operation: start.operation })
  if (start.state === 'full') return pollAgain(ticket)
  // nothing of it was done
  if (/FILE/.test(start.code) && tries + 1 < mostTries)
    return nextStep([], { ...ticket, stage: 'send', tries: tries + 1 })
  return closeRound(ticket, new Map(sent.map((sku) => [sku, { error: start.text }])))
}

async function finishRound(
  account: ShopifyAccount,
  ticket: Ticket,
  rows: readonly TellRow[],
): Promise<Reply> {
  const operation = await getOperation(account, ticket.operation)
  if (operation && runs(operation)) return pollAgain(ticket)
  const lines = operation ? await readResults(account, operation) : []
  const answers = answersOf(lines, ticket.sent, writeOf(ticket))
  const error = endOf(operation)
  for (const sku of ticket.sent) if (!answers.has(sku)) answers.set(sku, { error })
  return closeRound(ticket, answers, rows)
}

/** Reads a round's answers. Products that failed leave the load, the others go on. */
function closeRound(
  ticket: Ticket,
  answers: ReadonlyMap<string, LineAnswer>,
  rows: readonly TellRow[] = [],
): Reply {
  const outcomes: Outcome[] = []
  const write = rounds[ticket.round]
  const newSkus = new Set(ticket.fresh)
  const rowBySku = new Map(rows.map((row) => [row.sku, row]))
  const publishErrors: string[] = []
  for (const [sku, lineAnswer] of answers) {
    const refusal = refusalIn(sku, lineAnswer)
    const row = rowBySku.get(sku)
    if (write === 'publishablePublish') {
      const names = row && namesIn(ticket, row)
      // the product is made, and published at its next change
      if (refusal?.state === 'refused') publishErrors.push(refusal.text)
      else if (names) ticket.names[sku] = { ...names, unpublished: false }
    } else if (refusal) outcomes.push(refusal)
    else if (write === 'productSet' && newSkus.has(sku) && !ticket.names[sku] && row) {
      const names = createdNames(row, lineAnswer.answer ?? {})
      if (names) ticket.names[sku] = names
      else outcomes.push(refusedOutcome(sku, 'outage', notMade))
    }
  }
  const reply = nextStep(outcomes, {
    ...ticket,
    stage: 'send',
    done: [...ticket.done, ...ticket.sent],
    sent: [],
    path: '',
    operation: '',
    tries: 0,
  })
  return publishErrors.length > 0 ? { ...reply, said: notPublished(publishErrors) } : reply
}

function refusalIn(sku: string, { answer, error }: LineAnswer): Outcome | undefined {
  if (error !== undefined) return refusedOutcome(sku, 'outage', error)
  const [userError] = answer?.userErrors ?? []
  return userError && refusedFor(sku, userError)
}

/** Sets the quantities, last; a new product has its quantity already. */
async function setStock(account: ShopifyAccount, ticket: Ticket, rows: readonly TellRow[]): Promise<Reply> {
  const { location, publishes } = await findPlace(account)
  const newSkus = new Set(ticket.fresh)
  const outcomes: Outcome[] = []
  const fault = await inParts(rows, outcomes, async (part) => {
    const levels = part.flatMap((row) => {
      const item = namesIn(ticket, row)?.item
      return row.quantity === undefined || newSkus.has(row.sku) || item === undefined
        ? []
        : [{ sku: row.sku, item, quantity: row.quantity }]
    })
    // Shopify sets the same quantities once
    const digest = createHash('sha256').update(JSON.stringify(levels)).digest('hex').slice(0, 16)
    let pass = 0
    const failures = await setLevels(account, location, levels, () => `${ticket.key}-${digest}-${pass++}`)
    const failureBySku = new Map(failures.map((outcome) => [outcome.sku, outcome]))
    for (const row of part) {
      const names = namesIn(ticket, row)
      outcomes.push(
        names
          ? (failureBySku.get(row.sku) ?? { sku: row.sku, state: 'live', remote: remoteAfter(row, names) })
          : refusedOutcome(row.sku, 'outage', notMade),
      )
    }
  })
  const notice = !publishes && ticket.fresh.length > 0 ? { said: mayNotPublish } : {}
  return { ...(fault ? nextStep(outcomes, ticket, fault) : { outcomes }), ...notice }
}

/**
 * Works through rows part by part. A part that the shop refuses to look at is sent again by the next update.
 * @returns the fault that ended it after at least one part was done
 */
async function inParts(
  rows: readonly TellRow[],
  outcomes: Outcome[],
  work: (part: readonly TellRow[]) => Promise<void>,
): Promise<ShopFault | undefined> {
  for (let i = 0; i < rows.length; i += partSize) {
    const part = rows.slice(i, i + partSize)
    try {
      await work(part)
    } catch (error) {
      if (!(error instanceof ShopFault)) throw error
      if (error.why === 'invalid' || error.why === 'tooLarge')
        outcomes.push(...part.map(({ sku }) => refusedOutcome(sku, 'outage', error.message)))
      else if (i === 0) throw error
      else return error
    }
  }
  return undefined
}

export const mayNotPublish =
  'New products aren’t published. Add read_publications and write_publications to the token, or publish them in Shopify.'
export const notPublished = (errors: readonly string[]): string =>
  `Shopify didn’t publish ${errors.length} of them: ${errors[0] ?? ''}`
const notMade = 'Shopify didn’t create the product.'
