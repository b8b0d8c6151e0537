/** A run's states and their labels (docs/domain/feed-standing.md, Run states). */
export const runStateNames = {
  queued: 'Queued',
  running: 'Running',
  applied: 'Applied',
  unchanged: 'Unchanged',
  held: 'Held',
  rejected: 'Rejected',
  discarded: 'Discarded',
  superseded: 'Superseded',
  rolled_back: 'Rolled back',
  failed: 'Failed',
  terminated: 'Terminated',
  dry: 'Dry run',
} as const
export type RunState = keyof typeof runStateNames
export const runStates = Object.keys(runStateNames) as [RunState, ...RunState[]]

/** A state's label; an unknown state is its own label. */
export const runText = (state: string): string => (runStateNames as Record<string, string>)[state] ?? state
