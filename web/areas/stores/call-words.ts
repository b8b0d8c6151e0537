import type { Allowance } from '#contract/stores/calls.ts'
import { count, many } from '#contract/words.ts'
import { duration, shortTime } from '../../ui/time.ts'

const names: Readonly<Record<string, string>> = {
  content: 'description',
  images: 'images',
  price: 'price',
  quantity: 'quantity',
  removed: 'removal',
  compared: 'comparison',
}
/** The parts that a call sent, as a readable list. */
export const partsInWords = (parts: string): string =>
  parts
    .split(' ')
    .map((part) => names[part] ?? part)
    .join(', ')

const windowNames: Readonly<Record<number, string>> = { 1: 'per second', 60: 'per minute', 3600: 'per hour' }

/**
 * How much of a rate limit is used by our own count, what waits for it, and when it has room again.
 * @param waits the market itself accepts no more for now
 */
export function allowanceSentence(
  { used, limit, unit, seconds, waiting, opens_tm }: Allowance,
  waits: boolean,
): string {
  const window = windowNames[seconds] ?? `per ${duration(seconds)}`
  const room = waits ? [] : ['available']
  return [
    `${count(Math.round(used))} of ${count(limit)} ${unit} ${window}`,
    ...(waiting > 0 ? [`${many(waiting, 'product')} waiting`] : []),
    ...(opens_tm === null ? room : [`available again at ${shortTime(opens_tm)}`]),
  ].join('; ')
}
