import { Button, Text } from '@mantine/core'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'
import { ContactLink } from '../ContactLink.tsx'

/** Addresses that get no emails whatever is chosen here: emails bounced or were reported as spam. */
export function UnreachableMails({ emails }: { emails: readonly string[] }) {
  if (emails.length === 0) return null
  return (
    <Text size="sm" className="break-anywhere">
      Mails to {emails.join(', ')} came back or were reported as spam, so none of these are sent there. Use
      another address. <ContactLink /> if it is right.
    </Text>
  )
}

/** Addresses that unsubscribed by a link and get none whatever is chosen here, with a button to resume. */
export function EndedMails({
  emails,
  mails,
  resume,
}: {
  emails: readonly string[]
  /** What the emails are called. */
  mails: string
  resume: () => Promise<unknown>
}) {
  const { act, busy } = useAct({ run: resume, doneText: 'They are sent again' })
  if (emails.length === 0) return null
  return (
    <div>
      <Text size="sm" mb={8} className="break-anywhere">
        {emails.join(', ')} unsubscribed from {mails}, and {emails.length === 1 ? 'gets' : 'get'} none.
      </Text>
      <Button
        variant="default"
        loading={busy}
        disabled={Boolean(readOnly)}
        title={readOnly}
        onClick={() => act()}
      >
        Send them again
      </Button>
    </div>
  )
}
