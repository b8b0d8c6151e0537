import { money } from './amounts.ts'

/** Why a store shows another price than the current one: first what keeps it from being sent at all. */
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
/** What decides whether a store is sent the price of a product. */
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
  /** The store can be reached, and its market accepts prices. */
  reached: boolean
  tells_price: boolean
  stopped_reason: string | null
  refused_text: string | null
  behind: boolean
  waits_until: string | null
  /** The update that holds it. */
  open: (Update & { state: 'held' | 'sending' }) | null
  /** The update that sent it last, if that was a roll-back. */
  back: Update | null
  /** An update discarded since it was last sent. */
  discarded: Update | null
}

/** Why a store doesn't show the current price; empty: it does. */
export function whyShown(facts: ShownFacts): WhyShown[] {
  if (facts.in_store && isSameAmount(facts.shown, facts.now)) return []
  const reasons: WhyShown[] = []
  const addReason = (reason: WhyShown['why'], details: Partial<WhyShown> = {}) =>
    reasons.push({ why: reason, text: null, store_update_id: null, until: null, ...details })
  if (facts.standing !== null) addReason('standing', { text: facts.standing })
  if (!facts.store_synchronize) addReason('store_synchronize')
  if (!facts.reached) addReason('no_way')
  else if (!facts.tells_price) addReason('untold')
  if (facts.in_store && facts.skip_price_updates) addReason('skip_price_updates')
  if (!facts.rules) addReason('no_rules')
  else if (!facts.active) addReason('gone')
  else if (facts.now === null) addReason('no_price')
  if (reasons.length > 0) return reasons
  const { open, back: sentBack, discarded: discardedUpdate } = facts
  const waits = facts.waits_until === null ? {} : { until: facts.waits_until }
  if (open?.state === 'held') addReason('held', { store_update_id: open.store_update_id })
  if (facts.stopped_reason !== null) addReason('stopped', { text: facts.stopped_reason })
  if (facts.refused_text !== null) addReason('refused', { text: facts.refused_text })
  if (open?.state === 'sending') addReason('sending', { store_update_id: open.store_update_id, ...waits })
  if (!open && sentBack) addReason('back', sentBack)
  if (!open && discardedUpdate) addReason('discarded', discardedUpdate)
  if (open?.state !== 'sending' && facts.waits_until !== null) addReason('waits', waits)
  if (reasons.length === 0 || (facts.behind && !open && facts.stopped_reason === null)) addReason('next')
  return reasons
}

const isSameAmount = (a: string | null, b: string | null) =>
  a === null || b === null ? a === b : money(a) === money(b)
