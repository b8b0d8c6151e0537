import type { JudgedMeasure } from '#contract/feeds/gate.ts'
import { isCounted, isSigned } from '../../gate/gate-words.ts'
import type { Span } from './MovedRule.tsx'

type Measured = Pick<JudgedMeasure, 'name' | 'value' | 'hold' | 'warn'>

/** A measure's limit in percent; undefined: it is counted, or has none. */
export const limitOf = ({ name, hold, warn }: Measured): number | undefined =>
  isCounted(name) ? undefined : (hold ?? warn ?? undefined)

const steps = [1, 2, 5, 10, 20, 25, 50, 100]
const mostMarks = 5

/** The axis that holds all measures in percent and their limits, with a mark at each round step; it ends at 100. */
export function axisOf(measures: readonly Measured[]): { span: Span; marks: number[] } {
  const drawn = measures.filter((m) => limitOf(m) !== undefined)
  const highest = Math.max(1, ...drawn.flatMap((m) => [m.value, limitOf(m) ?? 0]))
  const lowest = Math.min(
    0,
    ...drawn.flatMap((m) => (isSigned(m.name) ? [m.value, -(limitOf(m) ?? 0)] : [0])),
  )
  const [from, to] = [Math.max(-100, lowest), Math.min(100, highest)]
  const step = steps.find((s) => (to - from) / s <= mostMarks) ?? 100
  const [first, last] = [Math.floor(from / step), Math.ceil(to / step)]
  const marks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
  return { span: [first * step, last * step], marks }
}
