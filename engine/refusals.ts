import { clause } from '#contract/sentence.ts'
import { FeedFailure } from './failure.ts'
import type { RecordBatch } from './record.ts'

// what suppliers' servers send in place of a feed, refused as what it is

/** Refuses a file whose beginning shows that it is something else. */
export async function* refuseOthers(text: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true
  for await (const piece of text) {
    if (first) refuseBeginning(piece.replace(/^\uFEFF/, '').trimStart())
    first = false
    yield piece
  }
}

function refuseBeginning(text: string): void {
  if (text.startsWith('<')) {
    // without the declaration and comments
    const body = text.replace(/^(?:\s*(?:<\?[^]*?\?>|<!--[^]*?-->))*\s*/, '')
    refusePage(body)
    refuseXml(body)
  } else refuseEdifact(text)
}

const pages =
  /^(?:<!doctype\s+html|<(?:html|head|body|script|style|meta|link|div|form|center|h[1-6]|iframe|noscript)[\s>/])/i

function refusePage(body: string): void {
  if (!pages.test(body)) return
  const title = /<title[^>]*>\s*([^<]{1,100})/i.exec(body)?.[1]?.trim()
  const kind = /<input[^>]*type\s*=\s*["']?password/i.test(body) ? 'sign-in page' : 'web page'
  throw new FeedFailure('page', `The file is a ${kind}${title ? `, “${title}”` : ''}, not a feed`)
}

/** Roots of documents that have no products. */
const otherRoots: readonly (readonly [RegExp, string])[] = [
  [/^urlset$|^sitemapindex$/i, 'a sitemap'],
  [/^(?:schema|definitions|edmx)$/i, 'a description of data'],
  [/^(?:purchaseorder|invoice|creditnote|despatchadvice)$/i, 'an order or invoice'],
]
/** An error's document is short. */
const errorChars = 20_000

function refuseXml(body: string): void {
  const start = body.replace(/^<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>\s*/i, '')
  const root = /^<(?:[\w.-]+:)?([\w.-]+)/.exec(start)?.[1] ?? ''
  const kindName = otherRoots.find(([pattern]) => pattern.test(root))?.[1]
  if (kindName) throw new FeedFailure('other_document', `The file is ${kindName}, not a feed`)
  if (start.length > errorChars) return
  const isError =
    /^(?:errors?|exception|fault|serviceexception|errorresponse)$/i.test(root) ||
    /<(?:[\w.-]+:)?Fault[\s>]/.test(start) ||
    (/^<[^>]*>\s*(?:<(?:status|success|code|result)>[^<]*<\/\w+>\s*)?<(?:error|errors|exception)[\s>]/i.test(
      start,
    ) &&
      !/price|sku/i.test(start))
  if (isError) throw errorAnswer(textOfError(start))
}

function textOfError(xml: string): string {
  const message =
    /<(?:[\w.-]+:)?(?:message|faultstring|description|detail|error_?message|msg|error)(?:\s[^>]*)?>\s*(?:<!\[CDATA\[)?([^<\]]+)/i.exec(
      xml,
    )?.[1]
  const text = message ?? xml.replace(/<[^>]*>/g, ' ')
  return text.replace(/\s+/g, ' ').trim()
}

export const errorAnswer = (text: string): FeedFailure =>
  new FeedFailure('error_answer', `The file is an error message, not a feed: “${clause(text.slice(0, 200))}”`)

const messages: Readonly<Record<string, string>> = {
  PRICAT: 'a price catalog',
  INVRPT: 'an inventory report',
  ORDERS: 'a purchase order',
  ORDRSP: 'an order response',
  INVOIC: 'an invoice',
  DESADV: 'a despatch advice',
  SLSRPT: 'a sales report',
}

function refuseEdifact(text: string): void {
  const interchange = /^UNA.(.).{4}\s*UNB\1|^UNB\+/.exec(text)
  if (!interchange) return
  const type = /UNH.[^']*?.([A-Z]{6})[:']/.exec(text)?.[1] ?? ''
  const message = messages[type] ? `${messages[type]} (${type})` : 'an interchange'
  throw new FeedFailure(
    'other_document',
    `The file is ${message} in EDIFACT, which isn’t supported. Ask the supplier for CSV, XML or X12`,
  )
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-zа-яß-ÿ0-9]/g, '')
const describedNames =
  /^(?:field|fieldname|column|columnname|variable|variablename|attribute|attributename|feld|feldname|spalte|champ|campo)$/
const typeNames = /^(?:type|datatype|fieldtype|dtype|format|datentyp|typ)$/
const meaningNames =
  /^(?:description|definition|meaning|notes?|comment|example|required|beschreibung|mandatory|length)$/

/** Refuses a table that explains a file's columns instead of listing products. */
export async function* refuseDictionary(batches: AsyncIterable<RecordBatch>): AsyncGenerator<RecordBatch> {
  let first = true
  for await (const batch of batches) {
    if (first && batch.rows.length > 0) {
      first = false
      const names = batch.columns.map(plain)
      const hasName = (pattern: RegExp) => names.some((name) => pattern.test(name))
      if (
        names.length <= 10 &&
        hasName(describedNames) &&
        hasName(typeNames) &&
        hasName(meaningNames) &&
        !hasName(/sku|price|stock|ean|upc|gtin/)
      )
        throw new FeedFailure(
          'other_document',
          'The file describes the columns of another file. It has no products',
        )
    }
    yield batch
  }
}
