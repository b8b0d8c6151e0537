import type { Mend } from '#contract/feeds/mend.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { phaseWords } from './measures.ts'

/** It ended before comparing anything: rejected or failed. */
export const brokeOff = ({ state }: Pick<FeedRun, 'state'>): boolean =>
  state === 'rejected' || state === 'failed'

const rowWords: Record<string, string> = {
  decode: 'reading the file',
  check: 'checking its rows',
  stage: 'saving its rows',
}
/** What a run was doing when it ended; null if that was not recorded. */
export function phaseOf({ phases }: Pick<FeedRun, 'phases'>): string | null {
  const last = phases.at(-1)?.phase
  return last ? (phaseWords[last] ?? rowWords[last] ?? last) : null
}

/** What a person does about a failed run. */
export function doNext({ state, source }: Pick<FeedRun, 'state' | 'source'>, mend: Mend | undefined): string {
  const retryText = `Then ${againText({ state, source }).toLowerCase()}`
  if (!mend) return `The feed’s settings aren’t the cause. ${againText({ state, source })}.`
  return mend.mayRetry ? `${mend.todo} Retrying may also help.` : `${mend.todo} ${retryText}.`
}

/** The button for another run: of a newly fetched file, or of the uploaded one. */
export const againText = ({ state, source }: Pick<FeedRun, 'state' | 'source'>): string =>
  state === 'failed' || source.kind === 'upload' ? 'Run again' : 'Fetch again'
