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
      title={`Remove ${name} of ${vendor.company}`}
      act="Remove the store"
      danger
      missing={data ? undefined : (error?.message ?? 'What it ends is being worked out')}
      run={async (reason) => {
        setActing(true)
        await api.removeStore({ params, query: { version, reason } })
        // before the screen is loaded again: the store's page has nothing left to show
        await navigate({ href: links.vendor(vendor.vendor_id, 'stores') })
      }}
      doneText={`${name} is removed`}
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
  const waitOrRun = jobs === 1 ? 'waits or runs' : 'wait or run'
  return [
    'The store goes for good, with all that was filled in. This can’t be taken back.',
    integrationsText(integrations, other_stores),
    ...(jobs > 0 ? [`${many(jobs, 'update')} of it that ${waitOrRun} end.`] : []),
    ...(sentProducts > 0 ? [`What it was sent, ${many(sentProducts, 'product')}, is forgotten.`] : []),
    ...(set.length > 0 ? [`Forgotten with it: ${set.map((name) => storeFields[name]).join(', ')}.`] : []),
    'Its listings, and files that lie in its folder, stay as they are.',
  ]
}

function integrationsText(integrations: number, otherStores: number): string {
  if (integrations === 0) return 'No active integration fills it.'
  const isSingle = integrations === 1
  const fill = `${many(integrations, 'active integration')} ${isSingle ? 'fills' : 'fill'} it`
  return otherStores > 0
    ? `${fill}, and ${isSingle ? 'goes' : 'go'} on with ${many(otherStores, 'other store')} of that market.`
    : `${fill}, and ${isSingle ? 'has' : 'have'} no store to send to any more.`
}
