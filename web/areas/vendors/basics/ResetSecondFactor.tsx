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
        title={admin ? undefined : 'Only admins can do this'}
        onClick={() => setAsking(true)}
      >
        Turn off two-step sign-in…
      </Button>
      {asking && (
        <ReasonModal
          title={`Turn off two-step sign-in for ${vendor.company}?`}
          act="Turn off two-step sign-in"
          danger
          run={(reason) =>
            api.resetSecondFactor({ params: { vendor_id: vendor.vendor_id }, body: { reason } })
          }
          doneText="Two-step sign-in turned off"
          close={() => setAsking(false)}
        >
          The password alone will be enough to sign in, so verify who requested this. All their logins get an
          email.
        </ReasonModal>
      )}
    </>
  )
}
