import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { HeldLock } from '#contract/refusals.ts'
import { api } from '../../api.ts'
import { Page } from '../../ui/page/Page.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { Ago, Status } from '../../ui/values.tsx'
import { TakeOver } from './VendorLock.tsx'

/** The page of a vendor that somebody else has locked: who, since when, why, and how to get in. */
export function LockedVendor({ lock }: { lock: HeldLock }) {
  const title = lock.company || `Vendor ${lock.vendor_id}`
  const [reason, setReason] = useState('')
  return (
    <Page
      title={title}
      status={
        <Status tone="wait" icon={IconLock}>
          Locked
        </Status>
      }
      actions={<TakeOver lock={lock} company={title} reason={reason.trim()} />}
    >
      <ReasonToGoOn lock={lock} onReason={setReason} />
    </Page>
  )
}

/** Who holds the lock and why, and the form that gives access. */
export function ReasonToGoOn({ lock, onReason }: { lock: HeldLock; onReason?: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const { act, busy } = useAct({
    run: () =>
      api.accessLockedVendor({ params: { id: lock.vendor_lock_id }, body: { reason: reason.trim() } }),
  })
  const missing = reason.trim().length < 3
  return (
    <Stack>
      <HeldBy lock={lock} />
      <form
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          if (!missing && !busy) act()
        }}
      >
        <Stack maw={560}>
          <Textarea
            label="Reason for access"
            description={`Shown in the activity log. Gives you access until ${lock.holder} unlocks the vendor`}
            required
            autosize
            minRows={2}
            maxLength={1000}
            value={reason}
            onChange={(e) => {
              setReason(e.currentTarget.value)
              onReason?.(e.currentTarget.value)
            }}
          />
          <Group>
            <Button type="submit" loading={busy} disabled={missing}>
              Get access
            </Button>
          </Group>
        </Stack>
      </form>
    </Stack>
  )
}

/** Who holds a lock, since when and why. */
export const HeldBy = ({ lock, isMine = false }: { lock: HeldLock; isMine?: boolean }) => (
  <div className="callout tone-wait" role="status">
    <b>{isMine ? 'Locked by you' : `Locked by ${lock.holder}`}</b>
    <Ago tm={lock.since} />: {lock.reason}
  </div>
)
