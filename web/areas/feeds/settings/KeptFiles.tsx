import { runText } from '#contract/feeds/run-states.ts'
import { Button, Progress, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { triedFiles, type TriedFile } from '#contract/feeds/file-back-test.ts'
import type { Feed } from '#contract/feeds/feeds.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { RunStatus } from '../monitoring/run-status.tsx'
import { count, type Tone } from '../../../ui/values.tsx'
import { toBody, type Values } from './feed-form.ts'
import { isOtherwise, triedText } from './kept-files.ts'

const often = 700

/** Tests the settings above, saved or not, on the files that the feed has kept. */
export function KeptFiles({ feed, values }: { feed: Feed; values: Values }) {
  const [backTest, setBackTest] = useState<{ id: number; settingsJson: string } | null>(null)
  const { format, mapping, rules, one_time_threshold_percent } = toBody(values)
  const settings = { format, mapping, rules, one_time_threshold_percent }
  const now = JSON.stringify(settings)
  const { act, busy } = useAct({
    run: () => api.startFileBackTest({ params: { feed_id: feed.feed_id }, body: settings }),
    after: ({ feed_back_test_id }) => setBackTest({ id: feed_back_test_id, settingsJson: now }),
  })
  const { data, error } = useQuery({
    ...api.getFileBackTest.query({ params: { id: backTest?.id ?? 0 } }),
    enabled: backTest !== null,
    refetchInterval: ({ state }) => (state.data?.end_tm ? false : often),
  })
  const going = backTest !== null && !error && !data?.end_tm
  return (
    <Panel
      title="Test on stored files"
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHistory size={15} />}
          loading={busy || going}
          onClick={() => act()}
        >
          Test these settings
        </Button>
      }
    >
      {error && <LoadError error={error} />}
      {!backTest && (
        <Text size="sm" c="dimmed">
          Reads the last {triedFiles} files with the settings above, saved or not. Nothing is applied.
        </Text>
      )}
      <div aria-live="polite">
        {going && (
          <>
            <p className="why">
              Reading file {Math.min((data?.files.length ?? 0) + 1, data?.of_files ?? triedFiles)} of{' '}
              {data?.of_files ?? triedFiles}…
            </p>
            <Progress
              value={((data?.files.length ?? 0) / (data?.of_files ?? triedFiles)) * 100}
              aria-label="Files read"
            />
          </>
        )}
        {data?.reason && <p className="status tone-bad">{data.reason}</p>}
        {data?.end_tm && !data.reason && (
          <p className="why">
            {backTest?.settingsJson !== now && 'With earlier settings: '}
            {triedText(data.files)}
          </p>
        )}
      </div>
      {data && data.files.length > 0 && <Files files={data.files} />}
    </Panel>
  )
}

function Files({ files }: { files: readonly TriedFile[] }) {
  const navigate = useNavigate()
  return (
    <DataTable
      label="Stored files with these settings"
      name="kept-files"
      rows={files.toReversed()}
      id={(f) => f.feed_run_id}
      open={(f) => void navigate({ to: links.feedRun(f.feed_run_id) })}
      empty="No files read yet"
      columns={columns}
    />
  )
}

const would: Record<TriedFile['is'], [tone: Tone, word: string]> = {
  first: ['off', 'Baseline'],
  applied: ['good', 'Would pass'],
  unchanged: ['good', 'No changes'],
  held: ['wait', 'Would be held'],
  rejected: ['bad', 'Would be rejected'],
}
const columns: Column<TriedFile>[] = [
  {
    key: 'run',
    header: 'Run',
    width: 90,
    leaves: 0,
    cell: (f) => (
      <Link to={links.feedRun(f.feed_run_id)} className="name mono">
        {f.feed_run_id}
      </Link>
    ),
  },
  { key: 'tm', header: 'Date', width: 140, leaves: 3, moment: (f) => f.tm },
  { key: 'was', header: 'Before', width: 120, leaves: 2, cell: (f) => <RunStatus state={f.was} /> },
  {
    key: 'is',
    header: 'With these settings',
    width: 160,
    leaves: 0,
    cell: (f) => (
      <span className={isOtherwise(f) ? `tone-${would[f.is][0]}` : ''} title={runText(f.was)}>
        {would[f.is][1]}
      </span>
    ),
  },
  { key: 'said', header: 'Reason', wrap: true, leaves: 1, cell: (f) => f.sentence || '—' },
  {
    key: 'rejected',
    header: 'Rejected',
    numeric: true,
    width: 84,
    leaves: 4,
    cell: (f) => count(f.rows_rejected),
  },
  { key: 'new', header: 'Created', numeric: true, width: 84, leaves: 4, cell: (f) => count(f.created) },
  { key: 'updated', header: 'Updated', numeric: true, width: 84, leaves: 5, cell: (f) => count(f.updated) },
  { key: 'gone', header: 'Removed', numeric: true, width: 84, leaves: 3, cell: (f) => count(f.deleted) },
]
