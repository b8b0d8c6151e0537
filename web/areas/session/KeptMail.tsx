import { Group, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api, HttpError } from '../../api.ts'
import { Empty, Failed, Page, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Moment } from '../../ui/values.tsx'
import { ShownLetter } from './ShownLetter.tsx'

const shownAs = ['html', 'text'] as const
const filters = z.object({
  of: z.enum(['kept', 'samples']).catch('kept').default('kept'),
  as: z.enum(shownAs).catch('html').default('html'),
})
type As = (typeof shownAs)[number]

/** Mails that were kept instead of sent, outside production; and how each kind of mail looks. */
export default function KeptMail() {
  const [{ of, as }, set] = useUrl(filters)
  return (
    <Page
      title="Kept Mail"
      acts={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Which mails"
            value={of}
            onChange={(next) => set({ of: next === 'kept' ? undefined : next })}
            data={[
              { value: 'kept', label: 'Kept' },
              { value: 'samples', label: 'Every kind' },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label="Shown as"
            value={as}
            onChange={(next) => set({ as: next === 'html' ? undefined : next })}
            data={[
              { value: 'html', label: 'As it looks' },
              { value: 'text', label: 'Its text' },
            ]}
          />
        </Group>
      }
    >
      {of === 'kept' ? <Kept as={as} /> : <Samples as={as} />}
    </Page>
  )
}

function Kept({ as }: { as: As }) {
  const { data, error } = useQuery(api.listKeptMail.query())
  if (error instanceof HttpError && error.status === 404)
    return <Empty>Mails are sent here, and none is kept. “Every kind” shows how each of them looks.</Empty>
  if (error) return <Failed error={error} />
  if (data?.length === 0)
    return <Empty>No mail has been written yet. Ask for a password reset to see one.</Empty>
  return data?.map((m) => (
    <Panel key={m.mail_id} title={m.subject} acts={<Moment tm={m.tm} />}>
      <div>To {m.recipient}</div>
      <ShownLetter letter={m} as={as} />
    </Panel>
  ))
}

function Samples({ as }: { as: As }) {
  const { data, error } = useQuery(api.listMailSamples.query())
  if (error) return <Failed error={error} />
  return data?.map((m) => (
    <Panel key={m.name} title={m.subject}>
      <ShownLetter letter={m} as={as} />
    </Panel>
  ))
}
