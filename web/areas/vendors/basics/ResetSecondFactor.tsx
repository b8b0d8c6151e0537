import { Button } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import type { Vendor } from '../page/vendor.ts'

/** For a customer who lost the app and the recovery codes; an admin verifies who it is first. */
export function ResetSecondFactor({ vendor, admin }: { vendor: Vendor; admin: boolean }) {
  const [asking, setAsking] = useState(false)
  if (!vendor.has_second_factor) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!admin}
        title={admin ? undefined : 'For admins'}
        onClick={() => setAsking(true)}
      >
        Switch two-step sign-in off…
      </Button>
      {asking && (
        <ReasonModal
          title={`Switch two-step sign-in off for ${vendor.company}`}
          act="Switch it off"
          danger
          run={(reason) =>
            api.resetSecondFactor({ params: { vendor_id: vendor.vendor_id }, body: { reason } })
          }
          doneText="Two-step sign-in is off"
          close={() => setAsking(false)}
        >
          Whoever knows the password signs in with it alone from then on, so be sure who asks. Each of their
          logins is told by mail.
        </ReasonModal>
      )}
    </>
  )
}
