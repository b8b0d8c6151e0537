import { money } from './amounts.ts'

/** Why a store shows another price than the one now: first what keeps it from being told at all. */
export const whysShown = [
  'standing',
  'store_synchronize',
  'no_way',
  'untold',
  'skip_price_updates',
  'no_rules',
  'gone',
  'no_price',
  'held',
  'stopped',
  'refused',
  'sending',
  'back',
  'discarded',
  'waits',
  'next',
] as const
export interface WhyShown {
  why: (typeof whysShown)[number]
  text: string | null
  store_update_id: number | null
  until: string | null
}

interface Update {
  store_update_id: number
  text: string | null
}
/** What decides whether a store is told the price of a product. */
export interface ShownFacts {
  in_store: boolean
  /** What it shows, and what the rules make of it now. */
  shown: string | null
  now: string | null
  /** There are price rules. */
  rules: boolean
  /** The product is active. */
  active: boolean
  /** Of its integration: why it isn't kept up to date, and its settings. */
  standing: string | null
  store_synchronize: boolean
  skip_price_updates: boolean
  /** There is a way to send the store anything, and its market can be told prices. */
  reached: boolean
  tells_price: boolean
  stopped_reason: string | null
  refused_text: string | null
  behind: boolean
  waits_until: string | null
  /** The update that holds it. */
  open: (Update & { state: 'held' | 'sending' }) | null
  /** The update that told it last, where that was one that took another back. */
  back: Update | null
  /** One that was discarded after it was told last. */
  discarded: Update | null
}

/** Why what a store shows isn't the price now; none: it is. */
export function whyShown(of: ShownFacts): WhyShown[] {
  if (of.in_store && same(of.shown, of.now)) return []
  const out: WhyShown[] = []
  const say = (why: WhyShown['why'], more: Partial<WhyShown> = {}) =>
    out.push({ why, text: null, store_update_id: null, until: null, ...more })
  if (of.standing !== null) say('standing', { text: of.standing })
  if (!of.store_synchronize) say('store_synchronize')
  if (!of.reached) say('no_way')
  else if (!of.tells_price) say('untold')
  if (of.in_store && of.skip_price_updates) say('skip_price_updates')
  if (!of.rules) say('no_rules')
  else if (!of.active) say('gone')
  else if (of.now === null) say('no_price')
  if (out.length > 0) return out
  const { open, back, discarded } = of
  const waits = of.waits_until === null ? {} : { until: of.waits_until }
  if (open?.state === 'held') say('held', { store_update_id: open.store_update_id })
  if (of.stopped_reason !== null) say('stopped', { text: of.stopped_reason })
  if (of.refused_text !== null) say('refused', { text: of.refused_text })
  if (open?.state === 'sending') say('sending', { store_update_id: open.store_update_id, ...waits })
  if (!open && back) say('back', back)
  if (!open && discarded) say('discarded', discarded)
  if (open?.state !== 'sending' && of.waits_until !== null) say('waits', waits)
  if (out.length === 0 || (of.behind && !open && of.stopped_reason === null)) say('next')
  return out
}

const same = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : money(a) === money(b)
