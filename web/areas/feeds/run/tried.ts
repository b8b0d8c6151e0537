import type { Mend } from '#contract/feeds/mend.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { phaseWords } from './measures.ts'

/** It ended before it had compared anything: rejected, or given up. */
export const brokeOff = ({ state }: Pick<FeedRun, 'state'>): boolean =>
  state === 'rejected' || state === 'failed'

const rowWords: Record<string, string> = {
  decode: 'reading the file',
  check: 'checking its rows',
  stage: 'keeping its rows',
}
/** What a run did when it ended; null: not kept. */
export function phaseOf({ phases }: Pick<FeedRun, 'phases'>): string | null {
  const last = phases.at(-1)?.phase
  return last ? (phaseWords[last] ?? rowWords[last] ?? last) : null
}

/** What a person does about a run that broke off. */
export function doNext({ state, source }: Pick<FeedRun, 'state' | 'source'>, mend: Mend | undefined): string {
  const again = `${againText({ state, source })} once that is done`
  if (!mend) return `Nothing in the feed’s settings mends it: ${againText({ state, source }).toLowerCase()}.`
  return mend.mayRetry ? `${mend.todo} Another try may do, too.` : `${mend.todo} ${again}.`
}

/** How a person asks for another run: of what is fetched anew, or of the file that was uploaded. */
export const againText = ({ state, source }: Pick<FeedRun, 'state' | 'source'>): string =>
  state === 'failed' || source.kind === 'upload' ? 'Run again' : 'Fetch again'
