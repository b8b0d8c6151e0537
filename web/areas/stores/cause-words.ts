import { eventName } from '#contract/activity/names.ts'
import type { UpdateCauses } from '#contract/stores/sent-updates.ts'
import { many } from '#contract/words.ts'
import { shortTime } from '../../ui/time.ts'

/** What caused an update, in one sentence; undefined if unknown or if it is the store's first. */
export function causeSentence({ since: sinceTm, runs, acts }: UpdateCauses): string | undefined {
  if (sinceTm === null) return undefined
  const parts = [...acts.map(act), ...runs.map(run)]
  if (parts.length === 0) return undefined
  return `Since the last complete update at ${shortTime(sinceTm)}: ${parts.join('; ')}.`
}

function act({ type, tm, by: actor, supplier, times }: UpdateCauses['acts'][number]): string {
  const name = eventName(type)
  const supplierText = supplier === null ? '' : ` (${supplier})`
  const often = times > 1 ? `${times} times, last ` : ''
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}${supplierText} ${often}by ${actor} at ${shortTime(tm)}`
}
const run = ({ feed_run_id, tm, supplier, products }: UpdateCauses['runs'][number]): string =>
  `run ${feed_run_id} of ${supplier} at ${shortTime(tm)} changed ${many(products, 'product')}`
