import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { authStates, type AuthState } from '#contract/vendors/platform-auths.ts'
import { api } from '../../../api.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Ago, Status } from '../../../ui/values.tsx'
import type { Vendor } from './vendor.ts'

const signs = {
  Active: { tone: 'good', icon: IconCircleCheck },
  'Expires soon': { tone: 'wait', icon: IconClock },
  Expired: { tone: 'bad', icon: IconAlertTriangle },
  Revoked: { tone: 'off', icon: IconBan },
} as const satisfies Record<AuthState, object>

/** What a vendor authorized Feedstock for on its platforms. */
export default function VendorApps({ vendor }: { vendor: Vendor }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data, error, isFetching, refetch } = useQuery(api.listPlatformAuths.query({ params }))
  return (
    <DataTable
      label="3rd party apps"
      rows={data}
      id={(a) => a.platform_auth_id}
      fetching={isFetching}
      error={error}
      retry={() => void refetch()}
      empty="No authorized platforms."
      columns={[
        { key: 'market', header: 'Platform', sortValue: (a) => a.market_name, cell: (a) => a.market_name },
        { key: 'account', header: 'Account', sortValue: (a) => a.account_name, cell: (a) => a.account_name },
        {
          key: 'state',
          header: 'Status',
          leaves: 0,
          sortValue: (a) => authStates.indexOf(a.state),
          cell: (a) => (
            <Status tone={signs[a.state].tone} icon={signs[a.state].icon}>
              {a.state}
            </Status>
          ),
        },
        {
          key: 'since',
          header: 'Authorized',
          sortValue: (a) => a.authorized_tm,
          moment: (a) => a.authorized_tm,
        },
        {
          key: 'until',
          header: 'Until',
          sortValue: (a) => a.revoked_tm ?? a.expires_tm,
          moment: (a) => a.revoked_tm ?? a.expires_tm,
        },
        {
          key: 'used',
          header: 'Last used',
          sortValue: (a) => a.last_used_tm,
          cell: (a) => <Ago tm={a.last_used_tm} />,
        },
      ]}
    />
  )
}
