import type { JobCategory } from '#contract/jobs/types.ts'
import type { Result } from '#contract/index.ts'
import { answerOf, capacityText } from './answer.ts'
import { useCurrentJobs } from './CurrentJobs.tsx'
import { runsLong } from '../job-values.tsx'

/** The state of the jobs in one sentence, and the capacity to run them. */
export function Verdict({
  summary,
  category,
}: {
  summary: Result<'getJobSummary'> | undefined
  category?: JobCategory | undefined
}) {
  const current = useCurrentJobs()
  if (!summary)
    return (
      <div>
        <p className="verdict">…</p>
        <p className="why">…</p>
      </div>
    )
  const slow = (current.data ?? []).filter(
    (j) => (!category || j.category === category) && runsLong(j),
  ).length
  const { before, loud, after, tone } = answerOf(summary, slow, category)
  return (
    <div aria-live="polite">
      <p className="verdict">
        {before}
        {loud && <em className={`tone-${tone}`}>{loud}</em>}
        {after}
      </p>
      <p className="why">{capacityText(summary)}</p>
    </div>
  )
}
