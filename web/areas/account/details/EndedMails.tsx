import { Button, Text } from '@mantine/core'
import { mailsOf, type MailKind } from '#contract/session/mail-kinds.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'
import { ContactLink } from '../ContactLink.tsx'

/** Addresses that get no emails whatever is chosen here: emails bounced or were reported as spam. */
export function UnreachableMails({ emails }: { emails: readonly string[] }) {
  if (emails.length === 0) return null
  return (
    <Text size="sm" className="break-anywhere">
      Emails to {emails.join(', ')} bounced or were reported as spam, so we stopped sending them. Use another
      address. Is this one correct? <ContactLink />.
    </Text>
  )
}

/** Addresses that unsubscribed by a link and get none whatever is chosen here, with a button to resume. */
export function EndedMails({
  emails,
  kind,
  resume,
}: {
  emails: readonly string[]
  kind: MailKind
  resume: () => Promise<unknown>
}) {
  const { act, busy } = useAct({ run: resume, doneText: 'Emails turned back on' })
  if (emails.length === 0) return null
  return (
    <div>
      <Text size="sm" mb={8} className="break-anywhere">
        {emails.join(', ')} unsubscribed from {mailsOf(kind)}.
      </Text>
      <Button
        variant="default"
        loading={busy}
        disabled={Boolean(readOnly)}
        title={readOnly}
        onClick={() => act()}
      >
        Turn back on
      </Button>
    </div>
  )
}
