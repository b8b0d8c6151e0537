import { Button } from '@mantine/core'
import { useAct } from '../../../ui/act/useAct.ts'
import type { Vendor } from './vendor.ts'
import { viewAsCustomer } from './view-as-customer.ts'

/** Shows what the vendor sees, read-only, in a tab of its own. */
export function ViewAsCustomer({ vendor: { vendor_id, company, has_login, deletion } }: { vendor: Vendor }) {
  const { act, busy } = useAct({ run: () => viewAsCustomer(vendor_id) })
  if (deletion) return null
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={!has_login}
      title={has_login ? undefined : `${company} has no login to view as`}
      onClick={() => act()}
    >
      View as customer
    </Button>
  )
}
