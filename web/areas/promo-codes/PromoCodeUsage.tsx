import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { money } from '#contract/formats.ts'
import {
  promoCodePageSize,
  usageSort,
  type PromoCodeUsage as Usage,
  type PromoCodeView,
} from '#contract/promo-codes/promo-codes.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { dayText } from '../../ui/time.ts'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, many } from '../../ui/values.tsx'

const url = z.object({
  search: z.string().max(100).catch('').default(''),
  sort: usageSort.catch('-given').default('-given'),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})

/** Who has or had the code and since when, on how many bills, and the money given. */
export default function PromoCodeUsage({ view }: { view: PromoCodeView }) {
  const { promo_code: code } = view
  const [{ search, sort, page }, set] = useUrl(url)
  const navigate = useNavigate()
  const { data, error, isFetching, refetch, isPlaceholderData } = useQuery({
    ...api.getPromoCode.query({ params: { id: code.promo_code_id }, query: { search, sort, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Stack>
      <DataTable
        label="Vendors with this code"
        exportSource={{
          list: 'promo_code_users',
          input: { promo_code_id: code.promo_code_id, search, sort },
        }}
        bar={
          <FilterBox
            label="Search vendors"
            placeholder="Company or ID"
            value={search}
            set={(v) => set({ search: v, page: undefined }, { replace: true })}
          />
        }
        columns={columnsIn(search === '' && data ? { code: data.promo_code, bills: data.bills } : undefined)}
        sorting={sortIn(sort, '-given', (next) => set({ sort: next, page: undefined }))}
        rows={data?.usage}
        id={(row) => row.promo_code_usage_id}
        open={(row) => void navigate({ href: links.vendor(row.vendor_id, 'billing_plan') })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={
          search
            ? `No vendors match “${search}”.`
            : 'No vendors yet. Apply the code on a vendor’s Billing Plan tab.'
        }
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={promoCodePageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Stack>
  )
}

/** @param all the totals of all users, if all are shown */
const columnsIn = (
  all: { code: PromoCodeView['promo_code']; bills: number } | undefined,
): readonly Column<Usage>[] => [
  {
    key: 'company',
    sort: 'company',
    header: 'Vendor',
    leaves: 0,
    cell: (row) => (
      <Link to={links.vendor(row.vendor_id, 'billing_plan')} className="name">
        {row.company}
      </Link>
    ),
    total: all && many(all.code.total_usage, 'vendor'),
  },
  { key: 'given', sort: 'given', header: 'Since', leaves: 1, moment: (row) => row.given_tm },
  { key: 'by', header: 'Applied by', leaves: 4, cell: (row) => row.given_by },
  {
    key: 'off',
    header: 'Removed',
    leaves: 3,
    moment: (row) => row.removed_tm,
  },
  {
    key: 'bills',
    sort: 'bills',
    header: 'Bills used',
    numeric: true,
    leaves: 0,
    cell: (row) => count(row.bills_used),
    total: all && count(all.bills),
  },
  {
    key: 'left',
    header: 'Bills left',
    numeric: true,
    leaves: 2,
    cell: (row) => (row.removed_tm ? '—' : billsLeftText(row)),
  },
  {
    key: 'last',
    sort: 'last',
    header: 'Last bill',
    leaves: 5,
    cell: (row) => (row.last_bill ? dayText(row.last_bill) : '—'),
  },
  {
    key: 'money',
    sort: 'money',
    header: 'Total discount',
    numeric: true,
    leaves: 0,
    cell: (row) => money(row.money_given),
    total: all && money(all.code.money_given),
  },
]

const billsLeftText = ({ bills_left }: Usage) => (bills_left === null ? 'All' : count(bills_left))
