import { Link } from '@tanstack/react-router'
import { mendOf } from '#contract/feeds/mend.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { links } from '../../../links.ts'
import { Facts, Panel } from '../../../ui/page/Page.tsx'
import { count, fileSize } from '../../../ui/values.tsx'
import { doNext, phaseOf } from './broken-run.ts'

/** What a failed run tried, and what to do about it. */
export function RunTried({ run }: { run: FeedRun }) {
  const { source, attempt, file_bytes: bytes, job_id: job } = run
  const phase = phaseOf(run)
  return (
    <Panel title="Attempt details">
      <Facts
        facts={[
          [
            'Current source',
            <span key="s" className="mono">
              {source.text}
            </span>,
          ],
          ...(phase === null ? [] : ([['Failed while', phase]] as const)),
          ['Received', bytes === null ? 'No file' : fileSize(bytes)],
          ['Attempts', count(Math.max(1, attempt))],
          ...(job === null
            ? []
            : ([
                [
                  'Log',
                  <Link key="j" to={links.job(job)} className="link">
                    Job {job}
                  </Link>,
                ],
              ] as const)),
        ]}
      />
      <p className="why">{doNext(run, mendOf(run.reason_code))}</p>
    </Panel>
  )
}
