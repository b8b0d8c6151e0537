import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { SupplierRow } from '#contract/suppliers/suppliers.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { SelectionBar } from '../../../ui/form/SaveBar.tsx'
import { ExportMenu } from '../../../ui/table/export/ExportMenu.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { count, many } from '../../../ui/values.tsx'

const idsOf = (suppliers: readonly SupplierRow[]) => suppliers.map((s) => s.dropshipper_id)
const sum = (suppliers: readonly SupplierRow[], key: 'active_products' | 'sub_count') =>
  suppliers.reduce((total, s) => total + s[key], 0)
const touchedText = (suppliers: readonly SupplierRow[]) =>
  `${many(sum(suppliers, 'active_products'), 'product')}, ${many(sum(suppliers, 'sub_count'), 'subscription')}`

/** The bulk acts on ticked suppliers; each button says how many it affects. */
export function SupplierActs({ suppliers, clear }: { suppliers: readonly SupplierRow[]; clear: () => void }) {
  const [running, setRunning] = useState(false)
  const { act: turn, busy } = useAct({
    run: ({ ids, active }: { ids: number[]; active: boolean }) =>
      api.switchSchedules({ body: { dropshipper_ids: ids, active } }),
    doneText: ({ changed: changedIds }, { active }) =>
      `${many(changedIds.length, 'schedule')} ${active ? 'resumed' : 'paused'}`,
    undo: ({ changed: changedIds }, { active }) =>
      changedIds.length === 0
        ? Promise.resolve()
        : api.switchSchedules({ body: { dropshipper_ids: changedIds, active: !active } }),
  })
  const activeSuppliers = suppliers.filter((s) => s.schedule_active === true)
  const pausedSuppliers = suppliers.filter((s) => s.schedule_active === false)
  return (
    <>
      <SelectionBar count={suppliers.length} summary={touchedText(suppliers)} clear={clear}>
        {activeSuppliers.length > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => turn({ ids: idsOf(activeSuppliers), active: false })}
          >
            Pause {many(activeSuppliers.length, 'schedule')}
          </Button>
        )}
        {pausedSuppliers.length > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => turn({ ids: idsOf(pausedSuppliers), active: true })}
          >
            Resume {many(pausedSuppliers.length, 'schedule')}
          </Button>
        )}
        <ExportMenu
          label={`Export ${count(suppliers.length)}`}
          quiet={false}
          source={{ list: 'suppliers', input: { ids: idsOf(suppliers) } }}
          shownColumns={[]}
        />
        <Button size="xs" variant="outline" onClick={() => setRunning(true)}>
          Run {many(suppliers.length, 'feed')} now…
        </Button>
      </SelectionBar>
      {running && <RunFeeds suppliers={suppliers} close={() => setRunning(false)} onDone={clear} />}
    </>
  )
}

const mostNames = 12

function RunFeeds({
  suppliers,
  close,
  onDone,
}: {
  suppliers: readonly SupplierRow[]
  close: () => void
  onDone: () => void
}) {
  const heldCount = suppliers.filter((s) => s.standing === 'held').length
  return (
    <ActModal
      title={`Run ${many(suppliers.length, 'feed')} now?`}
      act={`Run ${many(suppliers.length, 'feed')}`}
      close={close}
      run={() => api.runFeeds({ body: { dropshipper_ids: idsOf(suppliers) } })}
      doneText={({ started: startedRuns, under_way }) =>
        `${many(startedRuns, 'run')} queued${under_way ? `, ${count(under_way)} already running` : ''}`
      }
      after={onDone}
    >
      <Text size="sm">
        {suppliers
          .slice(0, mostNames)
          .map((s) => s.supplier_name)
          .join(', ')}
        {suppliers.length > mostNames && ` and ${count(suppliers.length - mostNames)} more`}:{' '}
        {touchedText(suppliers)}.
      </Text>
      <Text size="sm" c="dimmed">
        Unusual runs are held for approval. You can roll back applied runs.{' '}
        {heldCount > 0 && `${many(heldCount, 'held run')} will be replaced if the new one is held too.`}
      </Text>
    </ActModal>
  )
}
