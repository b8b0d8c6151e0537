import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
import type { Column } from '../../ui/table/DataTable.tsx'
import { dayFrom, isLastDays, type Filter } from '../../ui/table/filter.ts'
import { useUrl } from '../../ui/useUrl.ts'
import { chargeColumns, forFilter, stateFilter, typeFilter } from './charge-columns.tsx'
import { MoneyList } from './MoneyList.tsx'
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
  const asked = { ...chosen, search, sort, from: dayFrom(from) }
  const query = useQuery({
    ...api.listCharges.query({ query: { ...asked, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <MoneyList
      title="Charges"
      answer={sumsText}
      search={{
        label: 'Search charges',
        placeholder: 'Transaction, INV-000123, vendor or id',
        value: search,
      }}
      filters={filters}
      chosen={{ ...chosen, from }}
      set={set}
      sort={sort}
      usual="-tm"
      page={page}
      size={chargePageSize}
      query={query}
      rows={(data) => data.charges}
      to={(c) => links.charge(c.vendor_id, c.vendor_charge_id)}
      table={{
        label: 'Charges of all vendors',
        columns,
        id: (c) => c.vendor_charge_id,
        exported: { list: 'charges', input: asked },
      }}
      empty={['No charge is left by these filters.', 'Nothing has been charged yet.']}
    />
  )
}

/** What the charges and the refunds come to that are shown; a refund is a row of its own. */
const sumsText = ({ charged, refunded, total }: Result<'listCharges'>) => {
  if (charged === null || refunded === null)
    return 'The first 10,000 are paged through; filtered to fewer, charges and refunds that went through are summed.'
  const isMoved = Number(charged) !== 0 || Number(refunded) !== 0
  return total > 0 && !isMoved
    ? 'None of these moved money'
    : `Charges that went through ${money(charged)}, refunds ${money(refunded)}`
}
