import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'
import { actText, doneOrSent, MovePreview, useMove } from '../../approvals/public.tsx'

export interface Cancelable {
  vendor_id: number
  company: string
  next_charge_date: string | null
}
const mostNames = 10

/** Ends all subscriptions of a vendor whose payments were all refunded, and lists them first. */
export function CancelAfterRefundModal({ vendor, close }: { vendor: Cancelable; close: () => void }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error } = useQuery({
    // not the area's key: after the act the same query would have another answer
    queryKey: ['subscriptions to cancel', vendor.vendor_id],
    queryFn: () => api.listVendorSubscriptions({ params }),
    staleTime: 0,
  })
  const endingSubscriptions = data?.subscriptions
  const move = useMove({ act: 'cancel_after_refund', ...params })
  return (
    <ActModal
      title={`Cancel subscriptions of ${vendor.company}?`}
      act={actText(move, 'Cancel subscriptions')}
      danger
      missing={endingSubscriptions ? undefined : (error?.message ?? 'Loading…')}
      run={() => api.cancelAfterRefund({ params })}
      doneText={(answer) => doneOrSent(answer, 'Subscriptions canceled')}
      close={close}
    >
      {endingSubscriptions ? (
        <ul className="plain-list">
          <li>The current period is refunded and nothing is owed.</li>
          <li>{endsText(endingSubscriptions.map((s) => s.dropshipper_name))}</li>
          <li>{nextChargeText(vendor.next_charge_date)}</li>
          <li>Account status, stores and plan don’t change.</li>
        </ul>
      ) : (
        <Skeleton height={96} />
      )}
      <MovePreview move={move} brief />
    </ActModal>
  )
}

const nextChargeText = (day: string | null) =>
  day ? `The charge on ${dayText(day)} is canceled. No further charges.` : 'No upcoming charge.'

function endsText(names: readonly string[]): string {
  if (names.length === 0) return 'No subscriptions.'
  const moreText = names.length > mostNames ? ` and ${many(names.length - mostNames, 'more')}` : ''
  const isSingle = names.length === 1
  return (
    `${many(names.length, 'subscription')} ${isSingle ? 'ends' : 'end'} now, with ${isSingle ? 'its' : 'their'} integrations: ` +
    `${names.slice(0, mostNames).join(', ')}${moreText}.`
  )
}
