import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { storeFields } from '#contract/platforms/connections.ts'
import type { StoreRemoval } from '#contract/stores/stores.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { many } from '../../ui/values.tsx'
import type { Vendor } from './VendorStores.tsx'

export interface StoreToRemove {
  vendor_store_id: number
  version: number
  name: string
}

/** Confirms the removal of a store: shows what it ends, and asks for a reason for the log. */
export function RemoveStore({
  store: { vendor_store_id: id, version, name },
  vendor,
  close,
}: {
  store: StoreToRemove
  vendor: Vendor
  close: () => void
}) {
  const params = { vid: vendor.vendor_id, id }
  const navigate = useNavigate()
  const [acting, setActing] = useState(false)
  const { data, error } = useQuery({
    // not the area's key: after the act the same query would be about a removed store
    queryKey: ['store to remove', id, version],
    queryFn: () => api.weighStoreRemoval({ params }),
    staleTime: 0,
    enabled: !acting,
  })
  return (
    <ReasonModal
      title={`Delete ${name}?`}
      act="Delete store"
      danger
      missing={data ? undefined : (error?.message ?? 'Loading…')}
      run={async (reason) => {
        setActing(true)
        await api.removeStore({ params, query: { version, reason } })
        // before the screen is loaded again: the store's page has nothing left to show
        await navigate({ href: links.vendor(vendor.vendor_id, 'stores') })
      }}
      doneText="Store deleted"
      close={close}
    >
      {data ? (
        <ul className="plain-list">
          {sentencesOf(data).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={96} />
      )}
    </ReasonModal>
  )
}

function sentencesOf({ integrations, other_stores, sent: sentProducts, jobs, set }: StoreRemoval): string[] {
  return [
    'The store and its settings are permanently deleted.',
    integrationsText(integrations, other_stores),
    ...(jobs > 0 ? [`${many(jobs, 'queued or running update')} ${jobs === 1 ? 'is' : 'are'} canceled.`] : []),
    ...(sentProducts > 0 ? [`The update history of ${many(sentProducts, 'product')} is deleted.`] : []),
    ...(set.length > 0
      ? [`These passwords are deleted: ${set.map((name) => storeFields[name]).join(', ')}.`]
      : []),
    'Listings in the market and files in the store’s folder stay.',
  ]
}

function integrationsText(integrations: number, otherStores: number): string {
  if (integrations === 0) return 'No active integrations are affected.'
  const isSingle = integrations === 1
  const subject = many(integrations, 'active integration')
  return otherStores > 0
    ? `${subject} ${isSingle ? 'continues' : 'continue'} with ${many(otherStores, 'other store')} in this market.`
    : `${subject} will have no store to send to.`
}
