import type { Result } from '#contract/index.ts'
import { count, percent } from '../../../ui/values.tsx'
import type { CountGroup } from './CountGroups.tsx'

type Report = Pick<
  Result<'reportGate'>,
  'runs' | 'held' | 'warned' | 'let_through' | 'superseded' | 'discarded' | 'waiting' | 'rolled_back'
>

/** The outcome of the runs that the gate measured: each sum with its parts. */
export function reportCounts(r: Report): readonly CountGroup[] {
  const passedRuns = r.runs - r.held
  const share = (n: number, total: number) =>
    total > 0 ? `${percent((n / total) * 100)} of them` : undefined
  // terminated, or rejected when it was read again
  const otherwise = r.held - r.let_through - r.discarded - r.superseded - r.waiting
  return [
    [
      'Runs checked',
      [
        ['Runs', count(r.runs), 'each compared with earlier runs'],
        ['= passed', count(passedRuns), share(passedRuns, r.runs)],
        ['+ held', count(r.held), share(r.held, r.runs)],
      ],
    ],
    [
      'Held runs',
      [
        ['= wrongly held', count(r.let_through), 'approved after review'],
        ['+ correctly held', count(r.discarded), 'discarded or later rolled back'],
        ['+ replaced', count(r.superseded), 'by a newer run'],
        ['+ waiting', count(r.waiting), 'for approval'],
        ...(otherwise > 0 ? [['+ other', count(otherwise), 'terminated or failed'] as const] : []),
      ],
    ],
    [
      'Passed runs',
      [
        ['= no warnings', count(passedRuns - r.warned)],
        ['+ with warnings', count(r.warned), 'applied with a warning'],
        ['Missed', count(r.rolled_back), 'passed, then rolled back'],
      ],
    ],
  ]
}
