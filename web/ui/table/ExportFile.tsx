import { Button, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isOpen } from '#contract/jobs/types.ts'
import { exportKeptDays } from '#contract/lists/columns.ts'
import { api } from '../../api.ts'
import { count, fileSize } from '../values.tsx'

/** How far the file of an export is, until it is there or its job has ended otherwise. */
export const useExport = (id: number | null) =>
  useQuery({
    ...api.getExport.query({ params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.error || (state.data && !isOpen(state.data.job_status ?? -1)) ? false : 1000,
  })

/** The file that a job made; nothing until it has. */
export function ExportFile({ id }: { id: number }) {
  const { data, error } = useExport(id)
  if (error)
    return (
      <Text size="xs" c="dimmed">
        Its file is gone: one is kept for {exportKeptDays} days.
      </Text>
    )
  if (!data?.ready) return null
  return (
    <Button component="a" size="xs" href={api.downloadExport.url({ params: { id } })} download>
      Download {count(data.rows_written ?? 0)} rows
      {data.bytes !== null && `, ${fileSize(data.bytes)}`}
    </Button>
  )
}

/** The same while one waits for it. */
export function ExportProgress({ id }: { id: number }) {
  const { data } = useExport(id)
  if (data?.ready) return <ExportFile id={id} />
  const ended = data && !isOpen(data.job_status ?? -1)
  return (
    <Stack gap={6} role="status">
      <Progress
        size="sm"
        value={(data?.progress ?? 0) * 100}
        animated={data?.progress == null}
        aria-label="Progress of the export"
      />
      <Text size="xs" c="dimmed">
        {ended
          ? 'It ended without a file. Its job says why.'
          : (data?.progress_text ?? 'It waits for a worker')}
      </Text>
    </Stack>
  )
}
