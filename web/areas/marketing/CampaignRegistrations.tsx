import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { dayText, money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import {
  firstRegistrationDay,
  otherSources,
  registrationPageSize,
  registrationSort,
  sourceKind,
  type CampaignRegistration,
} from '#contract/marketing/report.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Pager } from '../../ui/Pager.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { count } from '../../ui/values.tsx'
import { purchaseTime } from './figures.tsx'

const whole = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined)
const url = z.object({
  start: z.iso.date().optional().catch(undefined),
  end: z.iso.date().optional().catch(undefined),
  until: z.iso.date().optional().catch(undefined),
  source: sourceKind.optional().catch(undefined),
  campaign_id: whole,
  affiliate_id: whole,
  only: z.enum(['purchases']).optional().catch(undefined),
  sort: registrationSort.catch('-registered').default('-registered'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** The registrations behind a figure of the report; their sums are that figure. */
export default function CampaignRegistrations() {
  const [{ page, ...asked }, set] = useUrl(url)
  const navigate = useNavigate()
  const { start = '', end = '', ...others } = asked
  const filters = { ...others, start, end, until: asked.until ?? end }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.listCampaignRegistrations.query({ body: { ...filters, page } }),
    placeholderData: keepPreviousData,
    enabled: start !== '' && end !== '',
  })
  const { data: campaigns } = useQuery({ ...api.listCampaigns.query(), staleTime: 60_000 })
  if (start === '' || end === '')
    return (
      <Page title="Campaign Registrations" trail={trail}>
        <Empty
          act={
            <Link to={links.campaigns()} className="link">
              Open the report
            </Link>
          }
        >
          Choose a number in the report to see its registrations.
        </Empty>
      </Page>
    )
  const campaign = campaigns?.find((one) => one.campaign_id === asked.campaign_id)?.campaign_name
  const affiliate = asked.affiliate_id && data?.registrations[0]?.affiliate
  const where = (campaign ?? affiliate) || (sourceText(asked.source) ?? 'All campaigns')
  const when =
    start === firstRegistrationDay ? `until ${dayText(end)}` : `${dayText(start)} to ${dayText(end)}`
  return (
    <Page
      title="Campaign Registrations"
      count={data && count(data.total)}
      trail={trail}
      answer={`${where}, registered ${when}${asked.only ? ', paid' : ''}. Revenue until ${dayText(filters.until)}.`}
    >
      <DataTable
        label="Registrations"
        exportSource={{ list: 'campaign_registrations', input: filters }}
        sorting={sortIn(asked.sort, '-registered', (next) => set({ sort: next, page: undefined }))}
        columns={columnsOf(data)}
        rows={data?.registrations}
        id={(row) => row.vendor_id}
        open={(row) => void navigate({ href: links.vendor(row.vendor_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No registrations in this range."
        skeletonRows={10}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={registrationPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Page>
  )
}

const trail = [['Marketing Campaigns', links.campaigns()]] as const
const sourceText = (source: z.output<typeof sourceKind> | undefined): string | undefined =>
  source === undefined || source === 'campaign' ? undefined : otherSources[source]

const columnsOf = (
  data: Result<'listCampaignRegistrations'> | undefined,
): readonly Column<CampaignRegistration>[] => [
  {
    key: 'id',
    header: 'ID',
    numeric: true,
    leaves: 0,
    width: 80,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id)} className="mono name">
        {row.vendor_id}
      </Link>
    ),
    total: data && `Total ${count(data.totals.total_registrations)}`,
  },
  { key: 'company', sort: 'company', header: 'Vendor', leaves: 0, cell: (row) => row.company },
  {
    key: 'registered',
    sort: 'registered',
    header: 'Registered',
    leaves: 2,
    moment: (row) => row.registered_tm,
  },
  {
    key: 'source',
    header: 'Source',
    leaves: 3,
    cell: (row) => row.campaign ?? sourceText(row.source) ?? '—',
  },
  {
    key: 'affiliate',
    header: 'Affiliate',
    leaves: 6,
    cell: (row) =>
      row.affiliate_vendor_id === null ? (
        '—'
      ) : (
        <Link to={links.vendor(row.affiliate_vendor_id)} className="link">
          {row.affiliate}
        </Link>
      ),
  },
  { key: 'code', header: 'Promo code', leaves: 7, cell: (row) => row.promo_code ?? '—' },
  { key: 'tags', header: 'Tags', leaves: 8, cell: (row) => row.tags || '—' },
  {
    key: 'first_paid',
    sort: 'first_paid',
    header: 'First payment',
    leaves: 4,
    moment: (row) => row.first_paid_tm,
    total: data && `${count(data.totals.purchases)} paid`,
  },
  {
    key: 'time',
    header: 'Purchase time',
    numeric: true,
    leaves: 5,
    cell: (row) => purchaseTime(row.purchase_time),
    total: data && `Average ${purchaseTime(data.totals.avg_purchase_time)}`,
  },
  {
    key: 'revenue',
    sort: 'revenue',
    header: 'Revenue',
    numeric: true,
    leaves: 1,
    cell: (row) => money(row.revenue),
    total: data && money(data.totals.revenue),
  },
  {
    key: 'total_revenue',
    sort: 'total_revenue',
    header: 'Total revenue',
    numeric: true,
    leaves: 0,
    cell: (row) => money(row.total_revenue),
    total: data && money(data.totals.total_revenue),
  },
]
