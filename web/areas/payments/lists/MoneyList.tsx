import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { links } from '../../../links.ts'
import { FilterBox } from '../../../ui/FilterBox.tsx'
import { Page } from '../../../ui/page/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Filters } from '../../../ui/table/filter/Filters.tsx'
import { sortIn } from '../../../ui/table/sort-in.ts'
import { count } from '../../../ui/values.tsx'

type Table<Row extends object> = ComponentProps<typeof DataTable<Row>>
interface Props<Row extends object, Answer, Sort extends string> {
  title: string
  /** The summary of everything found. */
  answer: (data: Answer) => string
  search: { label: string; placeholder: string; value: string }
  filters: ComponentProps<typeof Filters>['filters']
  /** The filters' values from the URL. */
  filterValues: Readonly<Record<string, string | number | undefined>>
  set: (change: Record<string, string | number | undefined>, how?: { replace: boolean }) => void
  sort: Sort
  usual: Sort
  page: number
  size: number
  query: UseQueryResult<Answer>
  rows: (data: Answer) => readonly Row[]
  /** The link of a row. */
  to: (row: Row) => string
  table: Pick<Table<Row>, 'label' | 'columns' | 'id' | 'exportSource'>
  /** The texts if the filters match nothing, and if there is nothing yet. */
  empty: readonly [filtered: string, none: string]
  /** Above the list. */
  children?: ReactNode
}

/** A list of all vendors' charges or invoices: searched, filtered, summed and paged. */
export function MoneyList<
  Row extends object,
  Answer extends { total: number; more: boolean },
  Sort extends string,
>(props: Props<Row, Answer, Sort>) {
  const { search, filterValues, set, query, empty } = props
  const { data, error, isFetching, refetch, isPlaceholderData } = query
  const navigate = useNavigate()
  const values = Object.fromEntries(
    Object.entries(filterValues).map(([key, value]) => [key, value?.toString()]),
  )
  const isFiltered = search.value !== '' || Object.values(values).some((value) => value !== undefined)
  return (
    <Page
      title={props.title}
      count={data && `${count(data.total)}${data.more ? '+' : ''}`}
      answer={data ? props.answer(data) : 'Loading…'}
      actions={
        <Link className="link" to={links.money()}>
          Money
        </Link>
      }
    >
      {props.children}
      <DataTable
        {...props.table}
        bar={
          <>
            <FilterBox
              label={search.label}
              placeholder={search.placeholder}
              width={290}
              value={search.value}
              set={(v) => set({ search: v, page: undefined }, { replace: true })}
            />
            <Filters
              filters={props.filters}
              values={values}
              set={(change) => set({ ...change, page: undefined })}
            />
          </>
        }
        sorting={sortIn(props.sort, props.usual, (next) => set({ sort: next, page: undefined }))}
        rows={data && props.rows(data)}
        open={(row) => void navigate({ href: props.to(row) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={isFiltered ? empty[0] : empty[1]}
        skeletonRows={15}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={props.size}
        page={props.page}
        go={(page, options) => set({ page }, options)}
      />
    </Page>
  )
}
