import { Button, Group, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import type { Vendor } from '../page/vendor.ts'

/** Emails a password reset link to the vendor; nobody else gets it. */
export function ResetLink({ vendor, children }: { vendor: Vendor; children?: ReactNode }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Group mt="md">
        <Button
          size="xs"
          variant="default"
          disabled={!vendor.has_login}
          title={vendor.has_login ? undefined : `${vendor.company} has no login`}
          onClick={() => setAsking(true)}
        >
          Email password reset link…
        </Button>
        {children}
      </Group>
      {asking && (
        <ActModal
          title={`Email a password reset link to ${vendor.company}?`}
          act="Email link"
          run={() => api.sendResetLink({ params: { vendor_id: vendor.vendor_id } })}
          doneText={({ email }) => `Link emailed to ${email}`}
          close={() => setAsking(false)}
        >
          <Text size="sm">
            Only the owner of the login’s address gets the link. It works once, expires in 24 hours, and
            replaces earlier links. The email and the activity log show that you sent it.
          </Text>
        </ActModal>
      )}
    </>
  )
}
