import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Facts, Failed, Page, Panel } from '../../ui/Page.tsx'

export default function AccountDetails() {
  const { data, error, refetch } = useQuery(api.getAccountDetails.query())
  return (
    <Page title="Account Details">
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={140} />}
      {data && (
        <>
          <Panel title={data.company}>
            <Facts
              facts={[
                ['Email', data.email],
                ['Phone', data.contact.phone || '—'],
                ['Daily update mail', data.contact.daily_update_notifications ? 'On' : 'Off'],
                ['Account number', String(data.vendor_id ?? '—')],
              ]}
            />
          </Panel>
          <Panel title="Notification emails">
            {data.notifications.length === 0
              ? 'No address gets notifications yet.'
              : data.notifications.map((n) => n.email).join(', ')}
          </Panel>
        </>
      )}
    </Page>
  )
}
