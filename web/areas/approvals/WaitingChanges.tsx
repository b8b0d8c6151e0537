import { Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { moneyActs, type MoneyActName } from '#contract/approvals/acts.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Status } from '../../ui/values.tsx'

/** A vendor's changes that wait for another person's approval, with the place to decide them. */
export function WaitingChanges({ vendorId, acts }: { vendorId: number; acts: readonly MoneyActName[] }) {
  const { data } = useQuery(api.getVendorPayments.query({ params: { vendor_id: vendorId } }))
  const waitingChanges = data?.waiting.filter(({ act }) => acts.includes(act)) ?? []
  if (waitingChanges.length === 0) return null
  return (
    <div>
      {waitingChanges.map(({ money_approval_id, act, text, asked_by_name, own }) => (
        <Text size="sm" key={money_approval_id}>
          <Status tone="wait" icon={IconClock}>
            Needs approval
          </Status>{' '}
          {moneyActs[act]}: {text}. Requested by {own ? 'you' : asked_by_name}.{' '}
          <Link className="link" to={links.vendor(vendorId, 'billing_history')}>
            {own ? 'Withdraw' : 'Review'}
          </Link>
        </Text>
      ))}
    </div>
  )
}
