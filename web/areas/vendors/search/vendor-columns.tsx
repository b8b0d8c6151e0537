import './vendor-columns.css'
import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { vendorSorts, VendorRow } from '#contract/vendors/vendors.ts'
import { links } from '../../../links.ts'
import type { Column, Sorting } from '../../../ui/table/column.ts'
import { count } from '../../../ui/values.tsx'
import { HealthSign } from '../page/HealthSign.tsx'
import { VendorStatus } from '../page/VendorStatus.tsx'

type Sort = (typeof vendorSorts)[number]

/** The sorts as a column and its direction. */
export const sortingBy = (sort: Sort, set: (sort: Sort | undefined) => void): Sorting => ({
  column: sort === 'newest' || sort === 'oldest' ? 'since' : sort.replace(/_(asc|desc)$/, ''),
  descending: sort === 'newest' || sort.endsWith('_desc'),
  set: (column: string, descending: boolean) => {
    if (column === 'since') set(descending ? undefined : 'oldest')
    else set(`${column}_${descending ? 'desc' : 'asc'}` as Sort)
  },
})

/**
 * The columns of every list of vendors.
 *
 * @param omittedKey a column that would be the same in each row
 * @param matchText why a vendor matches, shown after the company
 */
export const vendorColumns = <V extends VendorRow>(
  omittedKey?: string,
  matchText: (v: V) => string = () => '',
): readonly Column<V>[] => {
  const columns: Column<V>[] = [
    {
      key: 'id',
      header: 'ID',
      sort: 'vendor_id',
      leaves: 0,
      numeric: true,
      cell: (v) => (
        <Link to={links.vendor(v.vendor_id)} className="mono name">
          {v.vendor_id}
        </Link>
      ),
      width: 70,
    },
    {
      key: 'company',
      header: 'Company',
      leaves: 0,
      cell: (v) => (
        <div className="cut vendor-company" title={[v.company, matchText(v)].filter(Boolean).join(' · ')}>
          <span className="vendor-company-name">{v.company}</span>
          {matchText(v) && <span className="found-by">{matchText(v)}</span>}
        </div>
      ),
    },
    {
      key: 'email',
      header: 'Contact',
      sort: 'email',
      leaves: 3,
      cell: (v) => (
        <div className="cut vendor-email" title={`${v.name} · ${v.email}`}>
          {v.email}
        </div>
      ),
    },
    { key: 'status', header: 'Status', leaves: 0, cell: (v) => <VendorStatus status={v.status} /> },
    { key: 'health', header: 'Health', sort: 'health', leaves: 1, cell: (v) => <HealthSign vendor={v} /> },
    {
      key: 'why',
      header: 'Why',
      leaves: 2,
      cell: (v) => (
        <div className="cut vendor-why" title={v.health_cause ?? ''}>
          {v.health_cause ?? '—'}
        </div>
      ),
    },
    { key: 'plan', header: 'Plan', leaves: 5, cell: (v) => v.plan ?? '—' },
    {
      key: 'manager',
      header: 'Manager',
      leaves: 2,
      cell: (v) => (
        <div className="cut vendor-manager" title={v.account_manager ?? ''}>
          {v.account_manager ?? '—'}
        </div>
      ),
    },
    {
      key: 'subs',
      header: 'Subscriptions',
      numeric: true,
      leaves: 4,
      cell: (v) => count(v.subscription_count),
    },
    {
      key: 'integrations',
      header: 'Active integrations',
      numeric: true,
      leaves: 6,
      cell: (v) => count(v.total_active_integrations),
    },
    {
      key: 'owed',
      header: 'Owed',
      numeric: true,
      leaves: 7,
      cell: (v) => (Number(v.amount_owed) === 0 ? <span className="faint">—</span> : money(v.amount_owed)),
    },
    {
      key: 'since',
      header: 'Joined',
      numeric: true,
      leaves: 8,
      sort: 'since',
      moment: (v) => v.insert_tm,
    },
  ]
  return columns.filter((column) => column.key !== omittedKey)
}
