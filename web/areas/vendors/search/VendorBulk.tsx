import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { vendorSorts, VendorRow } from '#contract/vendors/vendors.ts'
import { SelectionBar } from '../../../ui/form/SaveBar.tsx'
import type { Selection } from '../../../ui/table/column.ts'
import { ExportMenu } from '../../../ui/table/export/ExportMenu.tsx'
import { many } from '../../../ui/values.tsx'

const loadDialogs = () => import('./VendorDialogs.tsx')
const AssignManager = lazy(async () => ({ default: (await loadDialogs()).AssignManager }))
const AddNotes = lazy(async () => ({ default: (await loadDialogs()).AddNotes }))

/** The selected vendors of a list. */
export function useVendorSelection(): Selection<VendorRow> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return { ids, set: setIds, id: (v) => v.vendor_id, name: (v) => v.company }
}

const exportedColumns = ['id', 'company', 'email', 'status', 'health', 'why', 'plan', 'manager', 'owed']

/** What can be done with several vendors. */
export function VendorBulk({
  vendors = [],
  selection,
  sort,
}: {
  vendors: readonly VendorRow[] | undefined
  selection: Selection<VendorRow>
  sort: (typeof vendorSorts)[number]
}) {
  const [dialog, setDialog] = useState<'assign' | 'note'>()
  const selectedVendors = vendors.filter((v) => selection.ids.has(v.vendor_id))
  const vendor_ids = selectedVendors.map((v) => v.vendor_id)
  const clear = () => selection.set(new Set())
  const props = { ids: vendor_ids, clear, close: () => setDialog(undefined) }
  return (
    <>
      <SelectionBar count={selectedVendors.length} clear={clear}>
        <Button size="xs" variant="outline" onClick={() => setDialog('assign')}>
          Assign manager…
        </Button>
        <Button size="xs" variant="outline" onClick={() => setDialog('note')}>
          Add note…
        </Button>
        <ExportMenu
          source={{ list: 'vendors', input: { vendor_ids, sort } }}
          shownColumns={exportedColumns}
          label={`Export ${many(selectedVendors.length, 'vendor')}`}
          quiet={false}
        />
      </SelectionBar>
      <Suspense>
        {dialog === 'assign' && <AssignManager {...props} />}
        {dialog === 'note' && <AddNotes {...props} />}
      </Suspense>
    </>
  )
}
