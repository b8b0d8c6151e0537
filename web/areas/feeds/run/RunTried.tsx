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
    <Panel title="What was tried">
      <Facts
        facts={[
          [
            'Source, as it is set now',
            <span key="s" className="mono">
              {source.text}
            </span>,
          ],
          ...(phase === null ? [] : ([['Ended while', phase]] as const)),
          ['What came', bytes === null ? 'No file' : fileSize(bytes)],
          ['Tries', count(Math.max(1, attempt))],
          ...(job === null
            ? []
            : ([
                [
                  'Its log',
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
