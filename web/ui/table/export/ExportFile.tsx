import { Button, Text } from '@mantine/core'
import { api } from '../../../api.ts'
import { fileSize, many } from '../../values.tsx'
import { useExport } from './useExport.ts'

/** The file that a job made; nothing until it is there. */
export function ExportFile({ id }: { id: number }) {
  const { data, error } = useExport(id)
  if (error)
    return (
      <Text size="xs" c="dimmed">
        {error.message}
      </Text>
    )
  if (!data?.ready) return null
  return (
    <Button component="a" size="xs" href={api.downloadExport.url({ params: { id } })} download>
      Download {many(data.rows_written ?? 0, 'row')}
      {data.bytes !== null && `, ${fileSize(data.bytes)}`}
    </Button>
  )
}
