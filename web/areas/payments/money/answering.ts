import { evidenceSoonMs } from '#contract/payments/disputes.ts'

export type Answering = 'given' | 'none' | 'late' | 'soon' | 'time'
/** Whether evidence of a dispute was given, can't be, or how much time is left for it (docs/domain.md, Disputes). */
export function answering(
  { due_by, answered }: { due_by: string | null; answered: boolean },
  now: number,
): Answering {
  if (answered) return 'given'
  if (due_by === null) return 'none'
  const left = Date.parse(due_by) - now
  if (left <= 0) return 'late'
  return left <= evidenceSoonMs ? 'soon' : 'time'
}
