import { notSent, type NotSent } from '#contract/integrations/listing.ts'
import type { SentUpdate, UpdateLine } from '#contract/stores/sent-updates.ts'
import { money } from '#contract/formats.ts'
import { clause } from '#contract/sentence.ts'
import { differences, type Difference } from '#contract/stores/difference.ts'
import { count, many } from '#contract/words.ts'
import { movedPercent } from '../../ui/values.tsx'

/** What an update sends to its store, in one sentence. */
export function updateSentence(u: SentUpdate): string {
  if (u.kind === 'compare') return comparison(u)
  switch (u.state) {
    case 'asked':
      return 'Queued.'
    case 'planning':
      return 'Preparing changes.'
    case 'nothing':
      return 'Nothing to send. The store is up to date.'
    case 'superseded':
      return 'Replaced by a later update.'
    case 'discarded':
      return `Not sent: ${clause(u.decided_reason ?? '')}.`
    case 'held':
      return `Held for approval: ${u.reasons.map(clause).join('; ')}.`
    case 'sending':
      return `${u.broken_off ? 'Interrupted, resumes with the next attempt: ' : ''}${count(u.sent)} of ${many(u.sent + u.waiting, 'product')} sent.`
    case 'dry':
      return u.waiting === 0
        ? 'Nothing to send. The store is up to date.'
        : `Would send ${many(u.waiting, 'product')}${partsOf(u)}.`
    case 'accepted':
      return `Waiting for the market’s result for ${many(u.waiting, 'product')}; ${count(u.sent)} accepted${refusedOf(u)}.`
    case 'sent':
    case 'compared':
      return u.refused + u.left_over === 0
        ? `${many(u.sent, 'product')} sent${partsOf(u)}.`
        : `${count(u.sent)} of ${many(u.sent + u.refused + u.left_over, 'product')} sent${refusedOf(u)}.`
  }
}

/** How many products the market shows differently. */
export const differing = (u: SentUpdate): number =>
  Object.values(u.differing).reduce((n, products) => n + products, 0)

function comparison(u: SentUpdate): string {
  const comparedText = many(u.shown, 'product')
  if (u.state === 'discarded') return `Not compared: ${clause(u.decided_reason ?? '')}.`
  if (u.state !== 'compared')
    return u.shown === 0 ? 'Queued.' : `${comparedText} compared so far${differencesText(u)}.`
  return differing(u) === 0
    ? `${comparedText} compared. No differences.`
    : `${comparedText} compared${differencesText(u)}.`
}
/** What differs, and what happens to it. */
function differencesText(u: SentUpdate): string {
  const listDifferences = (isMended: boolean) =>
    (Object.keys(differences) as Difference[]).flatMap((key) => {
      const n = u.differing[key] ?? 0
      return n > 0 && differences[key].mended === isMended ? [`${count(n)} ${differences[key].name}`] : []
    })
  const [resentParts, keptParts] = [listDifferences(true), listDifferences(false)]
  const mark = resentParts.length > 0 ? ';' : ':'
  return (
    (resentParts.length > 0 ? `: ${resentParts.join(', ')} (sent again with the next update)` : '') +
    (keptParts.length > 0 ? `${mark} ${keptParts.join(', ')} (left unchanged)` : '')
  )
}

/** What did not reach the store, and what was left for the next update. */
const refusedOf = (u: SentUpdate): string =>
  (u.refused > 0 ? `; the market refused ${many(u.refused, 'product')}` : '') +
  (u.left_over > 0 ? `; ${many(u.left_over, 'product')} left for the next update` : '')

function partsOf(u: SentUpdate): string {
  const parts = [
    u.created > 0 && `${count(u.created)} new`,
    u.zeroed > 0 && `${count(u.zeroed)} sold out`,
    u.price_changed > 0 && many(u.price_changed, 'price'),
    u.quantity_changed > 0 && many(u.quantity_changed, 'quantity'),
    u.content_changed > 0 && `${many(u.content_changed, 'description')}`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

/** Why the update has no product with such a SKU. */
export const notFound = (u: SentUpdate, sku: string): string =>
  u.state === 'sent' && u.kind !== 'compare'
    ? `No SKUs in this update start with ${sku}. A later update may include them.`
    : `No SKUs in this update start with ${sku}.`

/** Why products were left out, the most frequent reason first. */
export const withheldReasons = (u: SentUpdate): string[] =>
  (Object.entries(u.withheld) as [NotSent, number][])
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, n]) => `${many(n, 'product')} not sent: ${notSent[reason]}`)

function lineState({ before, after }: Pick<UpdateLine, 'before' | 'after'>): string | undefined {
  if (after.removed) return 'deleted'
  if (after.active !== false) return undefined
  return before === null ? 'inactive' : 'set to inactive'
}

/**
 * The changes of a product's line as before and after, or all sent values if nothing changed; empty if
 * only its content did.
 */
export function lineChanges({ before, after }: UpdateLine, currencyId: number): string[] {
  const state = lineState({ before, after })
  const amount = (label: string, oldValue: Value, now: Value) =>
    amountChange(label, oldValue, now, (value) => money(value, currencyId))
  const amounts = [
    after.removed ? undefined : amountChange('quantity', before?.quantity, after.quantity),
    amount('price', before?.price, after.price),
    after.list_price ? amount('list price', before?.list_price, after.list_price) : undefined,
  ].filter((change) => change !== undefined)
  const movedAmounts = amounts.filter((change) => change.moved)
  const shownAmounts = state === undefined && movedAmounts.length === 0 ? amounts : movedAmounts
  return [...(state === undefined ? [] : [state]), ...shownAmounts.map((change) => change.text)]
}
/** How the shop shows a product, compared with what it was sent. */
export const differenceInWords = (difference: Difference, line: UpdateLine, currencyId: number): string => {
  const moves = lineChanges(line, currencyId).filter((change) => change.includes(' from '))
  const { name } = differences[difference]
  return moves.length > 0 ? `${name}: ${moves.join(', ')}` : name
}
/** How much an amount changed, in percent. */
function share(from: string, to: string): string {
  const percent = (Number(to) / Number(from) - 1) * 100
  return Number.isFinite(percent) && Math.abs(percent) >= 0.05 ? ` (${movedPercent(percent)})` : ''
}
type Value = string | number | null | undefined
/** @param money formats an amount; undefined for a count */
function amountChange(label: string, oldValue: Value, now: Value, money?: (value: string) => string) {
  if (now === undefined || now === null) return undefined
  const [from, to] = [oldValue?.toString(), String(now)]
  const textOf = money ?? ((value: string) => value)
  if (from === undefined || from === to) return { text: `${label} ${textOf(to)}`, moved: from === undefined }
  return {
    text: `${label} from ${textOf(from)} to ${textOf(to)}${money ? share(from, to) : ''}`,
    moved: true,
  }
}
