import { Link } from '@tanstack/react-router'
import { type SupplierRow } from '#contract/suppliers/suppliers.ts'
import { allowBrowse, customFeedSupport } from '#contract/suppliers/kinds.ts'
import { links } from '../../../links.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { Highlight } from '../../../ui/Highlight.tsx'
import { count, many } from '../../../ui/values.tsx'
import { GoodAge, StandingSign } from '../../feeds/public.tsx'
import { ageMarks, AgeRule } from '../monitoring/standing.tsx'

/** Sums over all suppliers found, on all pages. */
export interface Totals {
  suppliers: number
  active_products: number
  sub_count: number
  votes: number
}
const agedOf = (s: SupplierRow) => ({ ...s, last_successful_run: s.last_good_run_tm })

/** @param searchText is highlighted */
export const supplierColumns = (
  totals: Totals | undefined,
  searchText: string,
): readonly Column<SupplierRow>[] => [
  {
    key: 'name',
    header: 'Supplier',
    sort: 'name',
    cell: (s) => (
      <Link to={links.supplier(s.dropshipper_id)} className="name">
        <Highlight text={s.supplier_name} query={searchText} />
      </Link>
    ),
    total: totals && many(totals.suppliers, 'supplier'),
  },
  {
    key: 'prefix',
    header: 'Prefix',
    cell: (s) => (
      <span className="mono">
        <Highlight text={s.dropshipper_prefix} query={searchText} />
      </span>
    ),
  },
  { key: 'standing', header: 'Feed', sort: 'standing', leaves: 0, cell: (s) => <StandingSign feed={s} /> },
  {
    key: 'good',
    header: 'Last good run',
    sort: 'good',
    numeric: true,
    leaves: 1,
    cell: (s) => <GoodAge feed={agedOf(s)} />,
  },
  {
    key: 'rule',
    header: 'vs. limit',
    marks: ageMarks,
    leaves: 7,
    cell: (s) => <AgeRule feed={agedOf(s)} />,
  },
  {
    key: 'products',
    header: 'Active products',
    numeric: true,
    sort: 'products',
    leaves: 2,
    cell: (s) => count(s.active_products),
    total: totals && count(totals.active_products),
  },
  {
    key: 'subs',
    header: 'Subs',
    numeric: true,
    sort: 'subs',
    leaves: 3,
    cell: (s) => count(s.sub_count),
    total: totals && count(totals.sub_count),
  },
  {
    key: 'votes',
    header: 'Votes',
    numeric: true,
    sort: 'votes',
    leaves: 6,
    cell: (s) => count(s.votes),
    total: totals && count(totals.votes),
  },
  { key: 'browse', header: 'Browsing', leaves: 4, cell: (s) => allowBrowse[String(s.allow_browse) as '1'] },
  {
    key: 'custom',
    header: 'Custom feeds',
    leaves: 5,
    cell: (s) => customFeedSupport[s.custom_feed_support as 0] ?? 'Optional',
  },
]
