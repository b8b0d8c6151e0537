import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inTrouble, standings } from '#contract/feeds/standing.ts'
import { noteTypes } from '#contract/vendors/note-types.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { Ago, many } from '../../../ui/values.tsx'
import { goodAge, GoodAge, StandingSign } from '../../feeds/public.tsx'
import { integrationColumns } from '../../integrations/public.tsx'
import { storeColumns, VendorShelves, withFeeds } from '../../stores/public.tsx'
import { owedText } from './answer.ts'
import { NextBill, unbilledText } from '../../billing/public.tsx'
import { Health } from './Health.tsx'
import type { Vendor } from './vendor.ts'

/** What needs attention at a vendor, and what comes next. */
export default function VendorDashboard({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.getVendorDashboard.query({ params }))
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
        <Health vendor={vendor} />
        <Panel title="Charges due">
          {!data && <Skeleton height={90} />}
          {data?.owed && (
            <Text size="sm" c="var(--bad)">
              {owedText(data.owed, data.due?.date ?? null)}
            </Text>
          )}
          {data && !data.owed && !data.due && <Text size="sm">No charges due.</Text>}
          {data?.due && (
            <NextBill
              bill={data.due}
              date={data.due.date}
              unbilledReason={unbilledText(vendor.vendor_status_id)}
            />
          )}
        </Panel>
      </SimpleGrid>
      {data ? <Parts vendor={vendor} data={data} /> : <Skeleton height={320} />}
    </Stack>
  )
}

function Parts({ vendor, data }: { vendor: Vendor; data: Result<'getVendorDashboard'> }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data: feeds } = useQuery(api.listVendorFeedTroubles.query({ params }))
  const troubleCount = data.feeds.filter((f) => inTrouble(f.standing)).length
  return (
    <>
      <Panel
        title="Supplier feeds"
        actions={
          <span className="faint">
            {troubleCount === 0 ? 'All healthy' : `${troubleCount} of ${data.feeds.length} have problems`}
          </span>
        }
      >
        <DataTable
          label="Supplier feeds"
          rows={data.feeds}
          maxRows={mostFeeds}
          id={(f) => f.dropshipper_id}
          empty="No subscriptions yet."
          columns={[
            {
              key: 'supplier',
              header: 'Supplier',
              sortValue: (f) => f.dropshipper_name,
              cell: (f) => (
                <Link to={links.supplier(f.dropshipper_id)} className="name">
                  {f.dropshipper_name}
                </Link>
              ),
            },
            {
              key: 'feed',
              header: 'Feed',
              leaves: 0,
              sortValue: (f) => standings.indexOf(f.standing),
              cell: (f) => <StandingSign feed={f} />,
            },
            { key: 'age', header: 'Feed age', sortValue: goodAge, cell: (f) => <GoodAge feed={f} /> },
            { key: 'why', header: 'Reason', wrap: true, cell: (f) => f.standing_reason },
          ]}
        />
        {data.feeds.length > mostFeeds && (
          <Link to={links.vendor(vendor.vendor_id, 'subscriptions')} className="link">
            All {many(data.feeds.length, 'subscription')}
          </Link>
        )}
      </Panel>
      <Panel title="Stores">
        <DataTable
          label="Stores"
          name="dashboard-stores"
          rows={withFeeds(data.stores, feeds)}
          id={(s) => s.vendor_store_id}
          empty="No connected stores yet."
          columns={storeColumns}
        />
      </Panel>
      {data.stores.length > 0 && <VendorShelves vendorId={vendor.vendor_id} />}
      <Panel title="Integrations that need attention">
        <DataTable
          label="Integrations that need attention"
          rows={data.integrations}
          maxRows={mostIntegrations}
          id={(i) => i.vendor_market_map_id}
          empty={vendor.integration_count === 0 ? 'No integrations yet.' : 'No integrations need attention.'}
          columns={integrationColumns(vendor.vendor_id)}
        />
        {data.integrations.length > mostIntegrations && (
          <Link to={links.vendor(vendor.vendor_id, 'integrations')} className="link">
            All {many(vendor.integration_count, 'integration')}
          </Link>
        )}
      </Panel>
      <Panel title="Latest notes">
        {data.notes.length === 0 && <Text size="sm">No notes yet.</Text>}
        <ul className="entries">
          {data.notes.map((note) => (
            <li key={note.vendor_note_id}>
              <b>{note.support_staff}</b>{' '}
              <span className="faint">
                {noteTypes[note.note_type]}, <Ago tm={note.timestamp} />
              </span>
              <p>{note.note}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
const mostFeeds = 8
const mostIntegrations = 12
