import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { mailsOf } from '#contract/session/mail-kinds.ts'
import type { VendorContact } from '#contract/vendors/contacts.ts'
import { stopsMails, troubleText } from '#contract/vendors/mail-state.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { Moment } from '../../../ui/values.tsx'
import type { Vendor } from '../page/vendor.ts'

const logins: Record<VendorContact['login'], string> = {
  none: 'No login.',
  waits: 'Login link sent, not used yet.',
  confirmed: 'Has a login.',
  elsewhere: 'Has a login for another account.',
}

/** Whether a contact signs in, and whether emails reach it; nothing for an unsaved contact. */
export function ContactMail({ vendor, contact }: { vendor: Vendor; contact: VendorContact | undefined }) {
  if (!contact) return null
  const { login, troubles, unsubscribed: stoppedMails } = contact
  return (
    <Stack gap={4}>
      <Group gap="sm" mih={30}>
        <Text size="sm">{logins[login]}</Text>
        {(login === 'none' || login === 'waits') && <GiveLogin vendor={vendor} contact={contact} />}
      </Group>
      {troubles.map(({ what: kind, reason, tm }) => (
        <Text size="sm" key={kind} {...(stopsMails(kind) && { c: 'red' })}>
          <Moment tm={tm} />: {troubleText[kind]}
          {reason && `. ${reason}`}
        </Text>
      ))}
      {troubles.some(({ what: kind }) => stopsMails(kind)) && (
        <Group gap="sm">
          <Text size="sm">Only account emails are sent to this address.</Text>
          <MailAgain vendor={vendor} contact={contact} />
        </Group>
      )}
      {stoppedMails.length > 0 && (
        <Text size="sm">Unsubscribed from {stoppedMails.map(mailsOf).join(', ')}.</Text>
      )}
    </Stack>
  )
}

interface OfContact {
  vendor: Vendor
  contact: VendorContact
}

function GiveLogin({ vendor, contact: { contact_id, email, login } }: OfContact) {
  const [open, setOpen] = useState(false)
  const isResend = login === 'waits'
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={vendor.deletion !== null}
        onClick={() => setOpen(true)}
        aria-label={`${isResend ? 'Resend link' : 'Create login'}: ${email}`}
      >
        {isResend ? 'Resend link…' : 'Create login…'}
      </Button>
      {open && (
        <ActModal
          title={isResend ? `Resend login link to ${email}?` : `Create login for ${email}?`}
          act="Send link"
          run={() => api.giveLogin({ params: { vendor_id: vendor.vendor_id }, body: { contact_id } })}
          doneText={`Link sent to ${email}`}
          close={() => setOpen(false)}
        >
          <Text size="sm">
            We’ll email a link to confirm the address and set a password for {vendor.company}. It works once
            and expires in 7 days.{isResend && ' The previous link stops working.'}
          </Text>
        </ActModal>
      )}
    </>
  )
}

function MailAgain({ vendor, contact: { contact_id, email } }: OfContact) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={vendor.deletion !== null}
        onClick={() => setOpen(true)}
        aria-label={`Resume emails: ${email}`}
      >
        Resume emails…
      </Button>
      {open && (
        <ReasonModal
          title={`Resume emails to ${email}?`}
          act="Resume emails"
          run={(reason) =>
            api.sendMailAgain({ params: { vendor_id: vendor.vendor_id }, body: { contact_id, reason } })
          }
          doneText={`Emails to ${email} resumed`}
          close={() => setOpen(false)}
        >
          Do this only if the address works and its owner wants our emails. Bounces hurt our sender
          reputation. Unsubscribed emails stay off.
        </ReasonModal>
      )}
    </>
  )
}
