import type { FeedRun } from '#contract/feeds/runs.ts'
import { capitalize } from '#contract/words.ts'

type Severity = FeedRun['issues'][number]['severity']
const severityWords: Record<Severity, string> = {
  rejected: 'rejected rows',
  warning: 'warnings',
  left_out: 'lines left out',
  note: 'notes',
}

/** What a run's issues are, such as `Rejected rows and warnings`. */
export function issuesTitle(issues: readonly { severity: Severity }[]): string {
  const names = Object.entries(severityWords)
    .filter(([severity]) => issues.some((issue) => issue.severity === severity))
    .map(([, words]) => words)
  return capitalize(new Intl.ListFormat('en').format(names))
}
