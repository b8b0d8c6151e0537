import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isOpen } from '#contract/jobs/types.ts'
import { exportKeptDays, mostAtOnce } from '#contract/lists/columns.ts'
import { links } from '../../../links.ts'
import { count } from '../../values.tsx'
import { ExportFile } from './ExportFile.tsx'
import { useExport } from './useExport.ts'

/** The progress of the job that makes a file of many rows. */
export default function ExportModal({
  exportJob,
  close,
}: {
  exportJob: { list_export_id: number; job_id: number }
  close: () => void
}) {
  return (
    <Modal opened onClose={close} title="Preparing export" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm">
          Exports of more than {count(mostAtOnce)} rows run as a job. The file appears here and on the job
          page for {exportKeptDays} days.
        </Text>
        <ExportProgress id={exportJob.list_export_id} />
        <Group justify="flex-end">
          <Button variant="default" size="xs" component={Link} to={links.job(exportJob.job_id)}>
            Job {exportJob.job_id}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function ExportProgress({ id }: { id: number }) {
  const { data } = useExport(id)
  if (data?.ready) return <ExportFile id={id} />
  const hasEnded = data && !isOpen(data.job_status ?? -1)
  return (
    <Stack gap={6} role="status">
      <Progress
        size="sm"
        value={(data?.progress ?? 0) * 100}
        animated={data?.progress == null}
        aria-label="Export progress"
      />
      <Text size="xs" c="dimmed">
        {hasEnded ? 'Export failed. See the job for details.' : (data?.progress_text ?? 'Queued')}
      </Text>
    </Stack>
  )
}
