import { useQuery } from '@tanstack/react-query'
import type { OwnAct } from '#contract/account/my-subscriptions.ts'
import { api } from '../../../api.ts'
import { MyChange } from './MyChange.tsx'

/** A pause, cancellation or reactivation of one supplier, once its subscription is read. */
export function SupplierAct({
  act,
  supplierId,
  close,
}: {
  act: OwnAct
  supplierId: number
  close: () => void
}) {
  const { data } = useQuery(api.listOwnSubscriptions.query())
  const subscription = data?.subscriptions.find((s) => s.dropshipper_id === supplierId)
  if (!data || !subscription) return null
  return (
    <MyChange
      act={act}
      subscriptions={[subscription]}
      version={data.version}
      all={data.subscriptions.every((s) => s.state === 'cancel_pending' || s === subscription)}
      after={() => {}}
      close={close}
    />
  )
}
