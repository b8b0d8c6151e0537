import type { FeedRun } from '#contract/feeds/runs.ts'
import { HeldRuns } from '../run/HeldRuns.tsx'

/** What was decided the last times the feed was held for the same reason, by whom and why. */
export const SimilarRuns = ({ runs }: { runs: FeedRun['alike'] }) => (
  <HeldRuns
    title="Earlier runs held for this reason"
    runs={runs}
    empty="No earlier runs held for this reason"
  />
)
