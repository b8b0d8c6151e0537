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
  none: 'Nobody signs in with this address.',
  waits: 'Was sent a link to confirm this address and choose a password, and hasn’t used it yet.',
  confirmed: 'Signs in with this address.',
  elsewhere: 'This address signs in for another account.',
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
          <Text size="sm">It is sent what is about the account itself, and nothing else.</Text>
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
        aria-label={`${isResend ? 'Send the link again' : 'Give a login'}: ${email}`}
      >
        {isResend ? 'Send the link again…' : 'Give a login…'}
      </Button>
      {open && (
        <ActModal
          title={isResend ? `Send ${email} another link` : `Give ${email} a login`}
          act="Send the link"
          run={() => api.giveLogin({ params: { vendor_id: vendor.vendor_id }, body: { contact_id } })}
          doneText={`${email} is sent a link`}
          close={() => setOpen(false)}
        >
          <Text size="sm">
            {email} is sent a link, which works once, for 7 days. By it the contact confirms the address,
            chooses a password, and signs in for {vendor.company} from then on.
            {isResend && ' The link before it ends.'}
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
        aria-label={`Send mails again: ${email}`}
      >
        Send mails again…
      </Button>
      {open && (
        <ReasonModal
          title={`Send mails to ${email} again`}
          act="Send mails again"
          run={(reason) =>
            api.sendMailAgain({ params: { vendor_id: vendor.vendor_id }, body: { contact_id, reason } })
          }
          doneText={`Mails are sent to ${email} again`}
          close={() => setOpen(false)}
        >
          Only where you know that the address works, and that its owner wants our mails: whoever sends to
          addresses that bounce is soon taken for a spammer. What it unsubscribed from stays ended.
        </ReasonModal>
      )}
    </>
  )
}
