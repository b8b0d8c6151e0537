import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ExportedList, ExportRequest } from '#contract/lists/exports.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../act/useAct.ts'
import { percent } from '../../values.tsx'
import { useExport } from './useExport.ts'

const ExportModal = lazy(() => import('./ExportModal.tsx'))
/** What each list's columns are called is read when the menu is pointed at. */
const choices = () => import('./ExportChoices.tsx')
const ExportChoices = lazy(choices)

export type Format = ExportRequest['format']

/** Takes a list out as it is filtered: at once, or by a job that makes a file of many rows. */
export function ExportMenu({
  exported,
  chosen,
  label = 'Export',
  quiet = true,
}: {
  exported: ExportedList
  chosen: readonly string[]
  label?: string
  /** Among other acts it looks like them. */
  quiet?: boolean
}) {
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
            onPointerEnter={() => void choices()}
            onFocus={() => void choices()}
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
          <Suspense fallback={<Menu.Label>Columns</Menu.Label>}>
            <ExportChoices list={exported.list} chosen={chosen} begin={begin} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {made && looking && (
        <Suspense>
          <ExportModal of={made} close={() => setLooking(false)} />
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
