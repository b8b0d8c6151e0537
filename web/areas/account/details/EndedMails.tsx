import { Button, Text } from '@mantine/core'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'
import { ContactLink } from '../ContactLink.tsx'

/** Who gets none, whatever is chosen here: what was sent came back, or was reported as spam. */
export function UnreachableMails({ emails }: { emails: readonly string[] }) {
  if (emails.length === 0) return null
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Mails to {emails.join(', ')} came back or were reported as spam, so none of these are sent there. Use
      another address. <ContactLink /> if it is right.
    </Text>
  )
}

/** Who ended mails by their link and gets none, whatever is chosen here; and the way back. */
export function EndedMails({
  emails,
  mails,
  again,
}: {
  emails: readonly string[]
  /** What they are called. */
  mails: string
  again: () => Promise<unknown>
}) {
  const { act, busy } = useAct({ run: again, done: 'They are sent again' })
  if (emails.length === 0) return null
  return (
    <div>
      <Text size="sm" mb={8} style={{ overflowWrap: 'anywhere' }}>
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
