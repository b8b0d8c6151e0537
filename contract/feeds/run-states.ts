import { feedRunStatuses } from '../statuses.ts'

/** A run's states and their labels (docs/domain/feed-standing.md, Run states). */
export const runStateNames = feedRunStatuses
export type RunState = keyof typeof runStateNames
export const runStates = Object.keys(runStateNames) as [RunState, ...RunState[]]

/** A state's label; an unknown state is its own label. */
export const runText = (state: string): string => (runStateNames as Record<string, string>)[state] ?? state
