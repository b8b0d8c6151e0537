import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { VendorView } from '#contract/vendors/vendors.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { RecordPage } from '../../ui/RecordPage.tsx'
import { dayText } from '../../ui/time.ts'
import { usePathId } from '../../ui/usePath.ts'
import { Moment } from '../../ui/values.tsx'
import { VendorStatus } from './VendorStatus.tsx'

export default function VendorPage() {
  const id = usePathId('vendor_id')
  const query = useQuery({ ...api.getVendor.query({ params: { vendor_id: id ?? 0 } }), enabled: id !== null })
  const missing = query.data !== undefined && 'vendor_doesnt_exist' in query.data
  return (
    <RecordPage
      noun="user"
      param="vendor_id"
      query={query}
      missing={missing}
      back={{ to: links.vendorSearch(), label: 'Search users' }}
    >
      {(data) => ('vendor_doesnt_exist' in data ? null : <Vendor data={data} />)}
    </RecordPage>
  )
}

function Vendor({ data }: { data: VendorView }) {
  return (
    <Page
      title={data.company}
      status={<VendorStatus status={data.status} />}
      facts={[
        [
          'Id',
          <span className="mono" key="id">
            {data.vendor_id}
          </span>,
        ],
        ['Plan', data.plan ?? '—'],
        ['Next charge', data.next_charge_date ? dayText(data.next_charge_date) : '—'],
        ['Credit', money(data.credit_available)],
        ['Account manager', data.account_manager ?? '—'],
        ['CRM owner', data.crm_owner ?? '—'],
        ['Since', <Moment key="tm" tm={data.insert_tm} />],
      ]}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Panel title="Contact">
          <Text>{data.name}</Text>
          <Anchor href={`mailto:${data.email}`}>{data.email}</Anchor>
          <Text>{data.phone}</Text>
          {data.address.map((line) => (
            <Text key={line} size="sm" c="dimmed">
              {line}
            </Text>
          ))}
        </Panel>
        <Panel title="Last charges">
          <DataTable
            label="Last charges"
            rows={data.charges}
            id={(c) => c.vendor_charge_id}
            empty="Nothing has been charged yet."
            columns={[
              { key: 'tm', header: 'When', cell: (c) => <Moment tm={c.tm} /> },
              { key: 'what', header: 'What', cell: (c) => c.description },
              { key: 'status', header: 'Status', cell: (c) => c.status },
              { key: 'amount', header: 'Amount', numeric: true, cell: (c) => money(c.amount) },
            ]}
          />
        </Panel>
      </SimpleGrid>
      <Panel title={`Subscriptions (${data.subscriptions.length})`}>
        <DataTable
          label="Subscriptions"
          rows={data.subscriptions}
          id={(s) => s.dropshipper_id}
          empty="This user is subscribed to no supplier."
          columns={[
            {
              key: 'name',
              header: 'Supplier',
              cell: (s) => (
                <Anchor component={Link} to={links.supplier(s.dropshipper_id)}>
                  {s.dropshipper_name}
                </Anchor>
              ),
            },
            {
              key: 'state',
              header: 'State',
              cell: (s) => (s.is_cancel_pending ? 'Cancel pending' : 'Active'),
            },
            { key: 'since', header: 'Since', numeric: true, cell: (s) => <Moment tm={s.since_tm} /> },
          ]}
        />
      </Panel>
    </Page>
  )
}
