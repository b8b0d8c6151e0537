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
      'Runs measured',
      [
        ['Runs', count(r.runs), 'each beside what was before'],
        ['= passed', count(passedRuns), share(passedRuns, r.runs)],
        ['+ held', count(r.held), share(r.held, r.runs)],
      ],
    ],
    [
      'Held: what became of them',
      [
        ['= wrongly held', count(r.let_through), 'a person let them through'],
        ['+ rightly held', count(r.discarded), 'discarded, or taken back after all'],
        ['+ superseded', count(r.superseded), 'a newer run came first'],
        ['+ waiting', count(r.waiting), 'for a person'],
        ...(otherwise > 0 ? [['+ ended otherwise', count(otherwise), 'terminated, or failed'] as const] : []),
      ],
    ],
    [
      'Passed: how well',
      [
        ['= without a word', count(passedRuns - r.warned)],
        ['+ warned of', count(r.warned), 'applied, and said'],
        ['Missed', count(r.rolled_back), 'of those, rolled back by a person'],
      ],
    ],
  ]
}
