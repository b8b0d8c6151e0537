import { Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api, HttpError } from '../../api.ts'
import { Empty, LoadError, Page, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Moment } from '../../ui/values.tsx'
import { ShownLetter } from './ShownLetter.tsx'

const shownAs = ['html', 'text'] as const
const filters = z.object({
  of: z.enum(['kept', 'samples']).catch('kept').default('kept'),
  as: z.enum(shownAs).catch('html').default('html'),
})
type MailFormat = (typeof shownAs)[number]

/** Emails kept instead of sent, outside production; and a sample of each kind. */
export default function KeptMail() {
  const [{ of: tab, as: format }, set] = useUrl(filters)
  return (
    <Page
      title="Test Emails"
      actions={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Emails"
            value={tab}
            onChange={(next) => set({ of: next === 'kept' ? undefined : next })}
            data={[
              { value: 'kept', label: 'Stored' },
              { value: 'samples', label: 'Samples' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Format"
            value={format}
            onChange={(next) => set({ as: next === 'html' ? undefined : next })}
            data={[
              { value: 'html', label: 'HTML' },
              { value: 'text', label: 'Text' },
            ]}
          />
        </Group>
      }
    >
      {tab === 'kept' ? <KeptMails format={format} /> : <Samples format={format} />}
    </Page>
  )
}

function KeptMails({ format }: { format: MailFormat }) {
  const { data, error } = useQuery(api.listKeptMail.query())
  if (error instanceof HttpError && error.status === 404)
    return <Empty>Emails are sent here, not stored. “Samples” shows one of each kind.</Empty>
  if (error) return <LoadError error={error} />
  if (data?.length === 0) return <Empty>No emails yet. Request a password reset to see one.</Empty>
  return data?.map((m) => (
    <Panel key={m.mail_id} title={m.subject} actions={<Moment tm={m.tm} />}>
      <div>To {m.recipient}</div>
      <ShownLetter letter={m} format={format} />
    </Panel>
  ))
}

function Samples({ format }: { format: MailFormat }) {
  const { data, error } = useQuery(api.listMailSamples.query())
  if (error) return <LoadError error={error} />
  return data?.map((m) => (
    <Panel key={m.name} title={m.subject}>
      <ShownLetter letter={m} format={format} />
    </Panel>
  ))
}
