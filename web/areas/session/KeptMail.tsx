import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Empty, Failed, Page, Panel } from '../../ui/Page.tsx'
import { Moment } from '../../ui/values.tsx'

/** Mails that were kept instead of sent, outside production. */
export default function KeptMail() {
  const { data, error } = useQuery(api.listKeptMail.query())
  return (
    <Page title="Kept Mail" count={data ? String(data.length) : undefined}>
      {error && <Failed error={error} />}
      {data?.length === 0 && (
        <Empty>No mail has been written yet. Ask for a password reset to see one.</Empty>
      )}
      {data?.map((m) => (
        <Panel key={m.mail_id} title={m.subject} acts={<Moment tm={m.tm} />}>
          <div>To {m.recipient}</div>
          <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit' }}>
            {m.body.split(/(https?:\/\/\S+)/).map((part) =>
              part.startsWith('http') ? (
                <a key={part} href={new URL(part).pathname} className="link">
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </pre>
        </Panel>
      ))}
    </Page>
  )
}
