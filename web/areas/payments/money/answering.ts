import { evidenceSoonMs } from '#contract/payments/disputes.ts'

export type Answering = 'given' | 'none' | 'late' | 'soon' | 'time'
/**
 * Whether a dispute's evidence was submitted, can't be any more, or how soon it is due (docs/domain/disputes.md).
 */
export function answering(dispute: { due_by: string | null; answered: boolean }, now: number): Answering {
  if (dispute.answered) return 'given'
  if (dispute.due_by === null) return 'none'
  const msLeft = Date.parse(dispute.due_by) - now
  if (msLeft <= 0) return 'late'
  return msLeft <= evidenceSoonMs ? 'soon' : 'time'
}
