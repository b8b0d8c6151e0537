import { Button, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { exportColumns, exportKeptDays, mostAtOnce } from '#contract/lists/columns.ts'
import type { Exported, ExportRequest } from '#contract/lists/exports.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { useAct } from '../useAct.ts'
import { count, percent } from '../values.tsx'
import { ExportProgress, useExport } from './ExportFile.tsx'

type Format = ExportRequest['format']

/** Takes a list out as it is filtered: at once, or by a job that makes a file of many rows. */
export function ExportMenu({
  exported,
  chosen,
  label = 'Export',
  quiet = true,
}: {
  exported: Exported
  chosen: readonly string[]
  label?: string
  /** Among other acts it looks like them. */
  quiet?: boolean
}) {
  const all = Object.keys(exportColumns[exported.list])
  const shown = chosen.filter((key) => all.includes(key))
  const [made, setMade] = useState<{ list_export_id: number; job_id: number }>()
  const [looking, setLooking] = useState(false)
  const { data: file } = useExport(made?.list_export_id ?? null)
  const { act: begin, busy } = useAct({
    run: ({ format, columns }: { format: Format; columns: readonly string[] }) =>
      api.startExport({ body: { ...exported, format, columns } as ExportRequest }),
    after: ({ list_export_id, job_id }) => {
      if (job_id === null) return download(api.downloadExport.url({ params: { id: list_export_id } }))
      setMade({ list_export_id, job_id })
      setLooking(true)
    },
  })
  const item = (format: Format, columns: readonly string[], label: string) => (
    <Menu.Item onClick={() => begin({ format, columns })}>{label}</Menu.Item>
  )
  const far = file?.ready ? 'ready' : percent((file?.progress ?? 0) * 100)
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            {...(quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={busy}
          >
            {label}
            {made && ` · ${far}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {made && (
            <>
              <Menu.Item onClick={() => setLooking(true)}>Look at the last one</Menu.Item>
              <Menu.Divider />
            </>
          )}
          {shown.length > 0 && (
            <>
              <Menu.Label>Columns as they stand here</Menu.Label>
              {item('csv', shown, 'CSV')}
              {item('xlsx', shown, 'XLSX')}
            </>
          )}
          <Menu.Label>All {all.length} columns</Menu.Label>
          {item('csv', all, 'CSV, all columns')}
          {item('xlsx', all, 'XLSX, all columns')}
        </Menu.Dropdown>
      </Menu>
      {made && looking && (
        <Modal
          opened
          onClose={() => setLooking(false)}
          title="A job makes the file"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Stack>
            <Text size="sm">
              These are more than {count(mostAtOnce)} rows. The file will be here and on the job’s page, for{' '}
              {exportKeptDays} days.
            </Text>
            <ExportProgress id={made.list_export_id} />
            <Group justify="flex-end">
              <Button variant="default" size="xs" component={Link} to={links.job(made.job_id)}>
                Job {made.job_id}
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </>
  )
}

function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
