import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import type { SupplierToAdd } from '#contract/subscriptions/subscriptions.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'

/** Subscribes a vendor to a supplier found by name; suppliers it can't have say why. */
export function AddSubscription({
  vendor,
  close,
}: {
  vendor: { vendor_id: number; company: string }
  close: () => void
}) {
  const [draft, setDraft] = useState('')
  const [search] = useDebouncedValue(draft.trim(), 200)
  const [supplier, setSupplier] = useState<SupplierToAdd | null>(null)
  const [fault, setFault] = useState<string>()
  const params = { vendor_id: vendor.vendor_id }
  const { data } = useQuery({
    ...api.findSuppliersToAdd.query({ params, query: { search } }),
    placeholderData: keepPreviousData,
  })
  const supplierId = supplier?.dropshipper_id ?? 0
  // what rules out every supplier is said once
  const isCanceled = data?.some((s) => s.refused === messages.userCanceled)
  return (
    <ActModal
      title={`Add subscription for ${vendor.company}`}
      act={supplier ? `Add ${supplier.dropshipper_name}` : 'Add subscription'}
      missing={supplier ? undefined : 'Choose a supplier'}
      isChanged={supplier !== null}
      run={() => api.addSubscription({ params: { ...params, did: supplierId } })}
      fields={(errors) => setFault(errors.dropshipper_id)}
      doneText={`${supplier?.dropshipper_name} added`}
      undo={() => api.removeSubscription({ params: { ...params, did: supplierId } })}
      close={close}
    >
      {isCanceled && (
        <Alert color="yellow">{messages.userCanceled}. Change its status before adding subscriptions.</Alert>
      )}
      <TextInput
        label="Supplier"
        placeholder="Search suppliers"
        data-autofocus
        value={draft}
        onChange={(e) => setDraft(e.currentTarget.value)}
      />
      <Radio.Group
        aria-label="Suppliers found"
        value={supplier ? String(supplierId) : ''}
        error={fault}
        onChange={(value) => {
          setFault(undefined)
          setSupplier(data?.find((s) => String(s.dropshipper_id) === value) ?? null)
        }}
      >
        <Stack gap="xs" mah={260} className="scroll-y" p={2}>
          {data?.length === 0 && <Text size="sm">No suppliers match “{search}”.</Text>}
          {data?.map((s) => (
            <Radio
              key={s.dropshipper_id}
              value={String(s.dropshipper_id)}
              label={s.dropshipper_name}
              description={
                s.refused === messages.userCanceled
                  ? undefined
                  : (s.refused ?? many(s.active_products, 'active product'))
              }
              disabled={s.refused !== null}
            />
          ))}
        </Stack>
      </Radio.Group>
      {supplier && (
        <ul className="plain-list">
          <li>The next charge won’t change.</li>
          <li>Next: connect a store to list its products.</li>
          {supplier.needs_custom_feed && <li>It needs a custom feed, which isn’t set up yet.</li>}
          {supplier.needed_fields > 0 && (
            <li>{many(supplier.needed_fields, 'configuration field')} to fill in.</li>
          )}
        </ul>
      )}
    </ActModal>
  )
}
