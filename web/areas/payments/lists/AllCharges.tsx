import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
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
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { dayFrom, type Filter } from '../../../ui/table/filter/filter.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { chargeColumns, forFilter, stateFilter, typeFilter } from './charge-columns.tsx'
import { MoneyList } from './MoneyList.tsx'
import { moneyFilters, moneyUrl } from './money-url.ts'
import { VendorLink } from './VendorLink.tsx'

const url = z.object({
  ...moneyUrl(mostChargePages),
  type: chargeType.optional().catch(undefined),
  for: chargeFor.optional().catch(undefined),
  state: chargeState.optional().catch(undefined),
  sort: allChargesSort.catch('-tm').default('-tm'),
})
const filters: readonly Filter[] = [
  typeFilter,
  forFilter,
  stateFilter,
  ...moneyFilters({ day: 'Day', amount: 'Amount' }),
]

/** The columns by which all charges can be sorted: each has an index. */
const sortable: readonly string[] = ['tm', 'amount']
const [whenColumn, ...others] = chargeColumns<ChargeOfVendor>((c) => c.vendor_id).map(({ sort, ...column }) =>
  sort && sortable.includes(sort) ? { ...column, sort } : column,
)
const vendorColumn: Column<ChargeOfVendor> = {
  key: 'company',
  header: 'Vendor',
  leaves: 0,
  cell: (c) => <VendorLink vendor={c} />,
}
const columns = [whenColumn!, vendorColumn, ...others]

/** Charges and refunds of all vendors: searched, filtered and exported. */
export default function AllCharges() {
  const [{ sort, page, search, from, ...filterValues }, set] = useUrl(url)
  const listInput = { ...filterValues, search, sort, from: dayFrom(from) }
  const query = useQuery({
    ...api.listCharges.query({ query: { ...listInput, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <MoneyList
      title="Charges"
      answer={sumsText}
      search={{
        label: 'Search charges',
        placeholder: 'Transaction, INV-000123, vendor or ID',
        value: search,
      }}
      filters={filters}
      filterValues={{ ...filterValues, from }}
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
        exportSource: { list: 'charges', input: listInput },
      }}
      empty={['No charges match these filters.', 'No charges yet.']}
    />
  )
}

/** The sums of the listed charges and refunds; a refund is a row of its own. */
const sumsText = ({ charged: chargedSum, refunded: refundedSum, total }: Result<'listCharges'>) => {
  if (chargedSum === null || refundedSum === null) return 'Showing the first 10,000. Filter to see totals.'
  const isMoved = Number(chargedSum) !== 0 || Number(refundedSum) !== 0
  return total > 0 && !isMoved
    ? 'No money moved'
    : `${money(chargedSum)} charged, ${money(refundedSum)} refunded`
}
