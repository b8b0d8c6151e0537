import { Button, Text } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { links } from '../../../links.ts'
import { Facts, Panel } from '../../../ui/page/Page.tsx'
import { RunStatus } from '../monitoring/run-status.tsx'
import { count } from '../../../ui/values.tsx'
import { answerOf } from '../run/answer.ts'
import { Issues } from '../run/RunDetails.tsx'
import type { DryRun } from './useDryRun.ts'

/** What a run of the saved settings would do, and why rows would be rejected. */
export function DryRunPanel({ dry, hasUnsavedChanges }: { dry: DryRun; hasUnsavedChanges: boolean }) {
  const { run, stale, busy, going, start } = dry
  const answer = run && answerOf(run)
  return (
    <Panel
      title="Dry run"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEyeCheck size={15} />}
          disabled={hasUnsavedChanges || going}
          loading={busy}
          onClick={() => start(true)}
        >
          Dry run
        </Button>
      }
    >
      <div aria-live="polite">
        {hasUnsavedChanges && (
          <Text size="sm" c="dimmed">
            Save first. Runs use the saved settings.
          </Text>
        )}
        {!run && !hasUnsavedChanges && (
          <Text size="sm" c="dimmed">
            A dry run reads the complete file without changing anything.
          </Text>
        )}
        {run && answer && (
          <>
            <p className="why">
              {stale && 'From before your last save: '}
              {answer.before}
              <b>{answer.loud}</b>
              {answer.after}
            </p>
            <Facts
              facts={[
                ['Status', <RunStatus key="s" state={run.state} />],
                ['Rows read', count(run.rows_read)],
                ['Accepted', count(run.rows_accepted)],
                ['Rejected', count(run.rows_rejected)],
                ['With warnings', count(run.rows_warned)],
                ...(run.state === 'dry' || run.state === 'unchanged'
                  ? ([
                      ['Would be created', count(run.created)],
                      ['Would be updated', count(run.updated)],
                      ['Would be removed', count(run.deleted)],
                    ] as const)
                  : []),
                [
                  '',
                  <Link key="l" to={links.feedRun(run.feed_run_id)} className="link">
                    Run {run.feed_run_id}
                  </Link>,
                ],
              ]}
            />
          </>
        )}
      </div>
      {run && run.issues.length > 0 && <Issues run={run} />}
    </Panel>
  )
}
