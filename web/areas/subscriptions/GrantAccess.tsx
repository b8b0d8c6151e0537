import { Select, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import {
  isRestricted,
  restrictedSupplierNeeded,
  type RestrictedAccess,
} from '#contract/subscriptions/restricted-access.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

/** Gives a vendor access to a restricted supplier, with a note that says why. */
export function GrantAccess({
  vendor,
  accesses,
  close,
}: {
  vendor: { vendor_id: number; company: string }
  accesses: readonly RestrictedAccess[]
  close: () => void
}) {
  const [supplierId, setSupplierId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { data } = useQuery(api.listRestrictedSuppliers.query())
  const params = { vid: vendor.vendor_id }
  const grantedIds = new Set(accesses.map((r) => r.dropshipper_id))
  const suppliers = data?.filter((s) => isRestricted(s.allow_browse)) ?? []
  const noteFault = note.trim() === '' ? messages.noteNeeded : undefined
  return (
    <ActModal
      title={`Grant ${vendor.company} access to a restricted supplier`}
      act="Grant access"
      missing={supplierId === null ? restrictedSupplierNeeded : noteFault}
      isChanged={supplierId !== null || note !== ''}
      run={() => api.grantRestrictedAccess({ params, body: { dropshipper_id: Number(supplierId), note } })}
      fields={setFaults}
      doneText={({ dropshipper_name }) => `Access to ${dropshipper_name} granted`}
      undo={({ dropshipper_id }) =>
        api.removeRestrictedAccess({ params: { ...params, did: dropshipper_id } })
      }
      close={close}
    >
      <Select
        label="Restricted supplier"
        required
        searchable
        data-autofocus
        placeholder="Search restricted suppliers"
        nothingFoundMessage="No restricted suppliers match"
        data={suppliers.map((s) => ({
          value: String(s.dropshipper_id),
          label: s.supplier_name + (grantedIds.has(s.dropshipper_id) ? ' (has access)' : ''),
          disabled: grantedIds.has(s.dropshipper_id),
        }))}
        value={supplierId}
        error={faults.dropshipper_id}
        onChange={(value) => {
          setFaults({})
          setSupplierId(value)
        }}
      />
      <Textarea
        label="Note"
        description="Shown in the list and the activity log"
        required
        autosize
        minRows={2}
        maxLength={4000}
        value={note}
        error={faults.note}
        onChange={(e) => setNote(e.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        No charge. The vendor can then subscribe to this supplier.
      </Text>
    </ActModal>
  )
}
