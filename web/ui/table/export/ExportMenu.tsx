import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ExportedList, ExportRequest } from '#contract/lists/exports.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../act/useAct.ts'
import { percent } from '../../values.tsx'
import { useExport } from './useExport.ts'

const ExportModal = lazy(() => import('./ExportModal.tsx'))
/** The columns' names are loaded when the menu is hovered over. */
const choices = () => import('./ExportChoices.tsx')
const ExportChoices = lazy(choices)

export type Format = ExportRequest['format']

/** Exports a list as filtered: at once, or by a job if there are many rows. */
export function ExportMenu({
  source,
  shownColumns,
  label = 'Export',
  name,
  quiet = true,
}: {
  source: ExportedList
  shownColumns: readonly string[]
  label?: string
  /** What is exported, where several exports stand side by side. */
  name?: string
  /** Looks like the other acts beside it. */
  quiet?: boolean
}) {
  const [exportJob, setExportJob] = useState<{ list_export_id: number; job_id: number }>()
  const [looking, setLooking] = useState(false)
  const { data: file } = useExport(exportJob?.list_export_id ?? null)
  const { act: begin, busy } = useAct({
    run: ({ format, columns }: { format: Format; columns: readonly string[] }) =>
      api.startExport({ body: { ...source, format, columns } as ExportRequest }),
    after: ({ list_export_id, job_id }) => {
      if (job_id === null) return download(api.downloadExport.url({ params: { id: list_export_id } }))
      setExportJob({ list_export_id, job_id })
      setLooking(true)
    },
  })
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
            {...(name !== undefined && { 'aria-label': `${label} ${name}` })}
            onPointerEnter={() => void choices()}
            onFocus={() => void choices()}
          >
            {label}
            {exportJob && ` · ${far}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {exportJob && (
            <>
              <Menu.Item onClick={() => setLooking(true)}>View last export</Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Suspense fallback={<Menu.Label>Columns</Menu.Label>}>
            <ExportChoices list={source.list} shownColumns={shownColumns} begin={begin} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {exportJob && looking && (
        <Suspense>
          <ExportModal exportJob={exportJob} close={() => setLooking(false)} />
        </Suspense>
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
