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
const sum = (of: readonly SupplierRow[], key: 'active_products' | 'sub_count') =>
  of.reduce((total, s) => total + s[key], 0)
const touched = (of: readonly SupplierRow[]) =>
  `${many(sum(of, 'active_products'), 'product')}, ${many(sum(of, 'sub_count'), 'subscription')}`

/** What can be done with the suppliers that are ticked; each act says how many it touches. */
export function SupplierActs({ of, clear }: { of: readonly SupplierRow[]; clear: () => void }) {
  const [running, setRunning] = useState(false)
  const { act: turn, busy } = useAct({
    run: ({ ids, active }: { ids: number[]; active: boolean }) =>
      api.switchSchedules({ body: { dropshipper_ids: ids, active } }),
    done: ({ changed }, { active }) =>
      `${many(changed.length, 'schedule')} ${changed.length === 1 ? 'is' : 'are'} turned ${active ? 'on' : 'off'}`,
    undo: ({ changed }, { active }) =>
      changed.length === 0
        ? Promise.resolve()
        : api.switchSchedules({ body: { dropshipper_ids: changed, active: !active } }),
  })
  const on = of.filter((s) => s.schedule_active === true)
  const off = of.filter((s) => s.schedule_active === false)
  return (
    <>
      <SelectionBar count={of.length} what={touched(of)} clear={clear}>
        {on.length > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => turn({ ids: idsOf(on), active: false })}
          >
            Pause {many(on.length, 'schedule')}
          </Button>
        )}
        {off.length > 0 && (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => turn({ ids: idsOf(off), active: true })}
          >
            Resume {many(off.length, 'schedule')}
          </Button>
        )}
        <ExportMenu
          label={`Export ${count(of.length)}`}
          quiet={false}
          exported={{ list: 'suppliers', input: { ids: idsOf(of) } }}
          chosen={[]}
        />
        <Button size="xs" variant="outline" onClick={() => setRunning(true)}>
          Run {many(of.length, 'feed')} now…
        </Button>
      </SelectionBar>
      {running && <RunFeeds of={of} close={() => setRunning(false)} done={clear} />}
    </>
  )
}

const mostNames = 12

function RunFeeds({ of, close, done }: { of: readonly SupplierRow[]; close: () => void; done: () => void }) {
  const held = of.filter((s) => s.standing === 'held').length
  return (
    <ActModal
      title={`Run ${many(of.length, 'feed')} now`}
      act={`Run ${many(of.length, 'feed')}`}
      close={close}
      run={() => api.runFeeds({ body: { dropshipper_ids: idsOf(of) } })}
      done={({ started, under_way }) =>
        `${many(started, 'run')} queued${under_way ? `, ${count(under_way)} under way already` : ''}`
      }
      after={done}
    >
      <Text size="sm">
        {of
          .slice(0, mostNames)
          .map((s) => s.supplier_name)
          .join(', ')}
        {of.length > mostNames && ` and ${count(of.length - mostNames)} more`}: {touched(of)}.
      </Text>
      <Text size="sm" c="dimmed">
        Each feed is fetched and judged as by its schedule: what is unusual is held, and an applied run can be
        rolled back.{' '}
        {held > 0 &&
          `${many(held, 'run')} of them ${held === 1 ? 'waits' : 'wait'} for a decision; one that is held anew takes that place.`}
      </Text>
    </ActModal>
  )
}
