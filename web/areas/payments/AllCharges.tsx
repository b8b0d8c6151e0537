import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import {
  allChargesFilters,
  allChargesSort,
  chargeFor,
  chargePageSize,
  chargeState,
  chargeType,
  mostChargePages,
  type ChargeOfVendor,
} from '#contract/billing/billing.ts'
import { money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { dayFrom, isLastDays, type Filter } from '../../ui/table/filter.ts'
import { Filters } from '../../ui/table/Filters.tsx'
import { sortIn } from '../../ui/table/sort-in.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { count } from '../../ui/values.tsx'
import { chargeColumns, forFilter, stateFilter, typeFilter } from './charge-columns.tsx'
import { VendorLink } from './VendorLink.tsx'

const { from: day, least: amount } = allChargesFilters.shape
const url = z.object({
  search: z.string().max(100).catch('').default(''),
  type: chargeType.optional().catch(undefined),
  for: chargeFor.optional().catch(undefined),
  state: chargeState.optional().catch(undefined),
  from: z
    .union([day, z.string().refine(isLastDays)])
    .optional()
    .catch(undefined),
  to: day.catch(undefined),
  least: amount.catch(undefined),
  most: amount.catch(undefined),
  sort: allChargesSort.catch('-tm').default('-tm'),
  page: z.coerce.number().int().min(1).max(mostChargePages).catch(1).default(1),
})
const filters: readonly Filter[] = [
  typeFilter,
  forFilter,
  stateFilter,
  { key: 'day', label: 'Day (UTC)', kind: 'days', from: 'from', to: 'to' },
  { key: 'amount', label: 'Amount', kind: 'range', from: 'least', to: 'most', decimals: 2 },
]

/** The columns that can be sorted by among all charges: each has an index. */
const sortable: readonly string[] = ['tm', 'amount']
const [whenColumn, ...others] = chargeColumns<ChargeOfVendor>((c) => c.vendor_id).map(({ sort, ...column }) =>
  sort && sortable.includes(sort) ? { ...column, sort } : column,
)
const vendorColumn: Column<ChargeOfVendor> = {
  key: 'company',
  header: 'Vendor',
  leaves: 0,
  cell: (c) => <VendorLink of={c} />,
}
const columns = [whenColumn!, vendorColumn, ...others]

/** What was charged and given back of all vendors: found, filtered and taken out. */
export default function AllCharges() {
  const [{ sort, page, search, from, ...chosen }, set] = useUrl(url)
  const navigate = useNavigate()
  const asked = { ...chosen, search, sort, from: dayFrom(from) }
  const { data, error, isFetching, refetch } = useQuery({
    ...api.listCharges.query({ query: { ...asked, page } }),
    placeholderData: keepPreviousData,
  })
  const values = Object.fromEntries(
    Object.entries({ ...chosen, from }).map(([key, value]) => [key, value?.toString()]),
  )
  const isFiltered = search !== '' || Object.values(values).some((value) => value !== undefined)
  return (
    <Page
      title="Charges"
      count={data && `${count(data.total)}${data.more ? '+' : ''}`}
      answer={data && sumsText(data)}
      acts={
        <Link className="link" to={links.money()}>
          Money
        </Link>
      }
    >
      <DataTable
        label="Charges of all users"
        exported={{ list: 'charges', input: asked }}
        bar={
          <>
            <FilterBox
              label="Search charges"
              placeholder="Transaction, INV-000123, user or id"
              width={290}
              value={search}
              set={(v) => set({ search: v, page: undefined }, { replace: true })}
            />
            <Filters
              filters={filters}
              values={values}
              set={(change) => set({ ...change, page: undefined })}
            />
          </>
        }
        columns={columns}
        sorting={sortIn(sort, '-tm', (next) => set({ sort: next, page: undefined }))}
        rows={data?.charges}
        id={(c) => c.vendor_charge_id}
        open={(c) => void navigate({ href: links.charge(c.vendor_id, c.vendor_charge_id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={isFiltered ? 'No charge is left by these filters.' : 'Nothing has been charged yet.'}
        skeletonRows={15}
      />
      <Pager total={data?.total} size={chargePageSize} page={page} go={(p) => set({ page: p })} />
    </Page>
  )
}

/** What the charges and the refunds come to that are shown; a refund is a row of its own. */
const sumsText = ({ charged, refunded }: Result<'listCharges'>) =>
  charged === null || refunded === null
    ? 'The first 10,000 are paged through; filtered to fewer, charges and refunds that went through are summed.'
    : `Charges that went through ${money(charged)}, refunds ${money(refunded)}`
