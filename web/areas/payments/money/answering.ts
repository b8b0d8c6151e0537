import { evidenceSoonMs } from '#contract/payments/disputes.ts'

export type Answering = 'given' | 'none' | 'late' | 'soon' | 'time'
/** Whether evidence of a dispute was given, can't be, or how much time is left for it (docs/domain.md, Disputes). */
export function answering(dispute: { due_by: string | null; answered: boolean }, now: number): Answering {
  if (dispute.answered) return 'given'
  if (dispute.due_by === null) return 'none'
  const msLeft = Date.parse(dispute.due_by) - now
  if (msLeft <= 0) return 'late'
  return msLeft <= evidenceSoonMs ? 'soon' : 'time'
}
