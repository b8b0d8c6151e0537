/** A run's states and what a person calls them (docs/domain.md, Run states). */
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

/** A state as a person calls it; one that nobody knows as it is called. */
export const runText = (state: string): string => (runStateNames as Record<string, string>)[state] ?? state
