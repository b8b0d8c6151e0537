import { Checkbox, Select } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import {
  directUserPageSize,
  directUserSort,
  directUserSorts,
  newDirectDays,
  type DirectUserSort,
  type FoundDirectUser,
} from '#contract/direct-app/direct-users.ts'
import { money } from '#contract/formats.ts'
import type { Result } from '#contract/index.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Pager } from '../../ui/Pager.tsx'
import type { Column, Sorting } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { dayText } from '../../ui/time.ts'
import { Ago, count, Email, Status } from '../../ui/values.tsx'
import { isOpenSync, SyncButton } from './SyncButton.tsx'

const url = z.object({
  search: z.string().max(200).catch('').default(''),
  sort: directUserSort.catch('total_orders').default('total_orders'),
  differs: z.stringbool().catch(false).default(false),
  page: z.coerce.number().int().min(1).max(10_000).catch(1).default(1),
})
const sortLabels: Record<DirectUserSort, string> = {
  email: 'Email',
  id: 'ID',
  newest: 'Newest',
  oldest: 'Oldest',
  total_orders: 'Total orders',
  paid_orders: 'Paid orders',
  last_order_at: 'Last order date',
}
const sortOfColumn: Readonly<Record<string, DirectUserSort>> = {
  id: 'id',
  email: 'email',
  total_orders: 'total_orders',
  paid_orders: 'paid_orders',
  last_order_at: 'last_order_at',
}
/** Each column has its own direction; only the day of registration has both. */
const sortingBy = (sort: DirectUserSort, set: (sort: DirectUserSort | undefined) => void): Sorting => ({
  column: sort === 'newest' || sort === 'oldest' ? 'registered' : sort,
  descending: !['email', 'id', 'oldest'].includes(sort),
  set: (column, descending) => {
    const next = sortOfColumn[column] ?? (descending ? 'newest' : 'oldest')
    set(next === 'total_orders' ? undefined : next)
  },
})

/** IS Direct's figures and users. */
export default function DirectUserList() {
  const [{ search, sort, differs, page }, set] = useUrl(url)
  const navigate = useNavigate()
  const summary = useQuery({
    ...api.getDirectSummary.query(),
    refetchInterval: ({ state }) => (isOpenSync(state.data?.job) ? 2000 : false),
  })
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...api.searchDirectUsers.query({ body: { search, sort, differs, page } }),
    placeholderData: keepPreviousData,
  })
  const setSort = (next: DirectUserSort | undefined) => set({ sort: next, page: undefined })
  return (
    <Page
      title="IS Direct"
      count={data && count(data.total)}
      answer={summary.data && answerOf(summary.data)}
      facts={summary.data ? factsOf(summary.data) : factsToCome}
      actions={
        <SyncButton
          id={null}
          connected={summary.data?.connected}
          job={summary.data?.job ?? null}
          label="Sync all users"
        />
      }
    >
      <DataTable
        label="IS Direct users"
        exportSource={{ list: 'direct_users', input: { search, sort, differs } }}
        bar={
          <>
            <FilterBox
              label="Search IS Direct users"
              placeholder="Part of the email, or the ID"
              width={290}
              value={search}
              set={(value) => set({ search: value, page: undefined }, { replace: true })}
            />
            <Select
              aria-label="Sort"
              data={directUserSorts.map((value) => ({ value, label: sortLabels[value] }))}
              value={sort}
              allowDeselect={false}
              onChange={(value) =>
                setSort(value === 'total_orders' ? undefined : directUserSort.catch('id').parse(value))
              }
              w={170}
            />
            <Checkbox
              label="Differs from IS Direct"
              checked={differs}
              onChange={(e) => set({ differs: e.currentTarget.checked || undefined, page: undefined })}
            />
          </>
        }
        sorting={sortingBy(sort, setSort)}
        columns={columns}
        rows={data?.users}
        id={(user) => user.id}
        open={(user) => void navigate({ href: links.directUser(user.id) })}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={emptyText(search, differs)}
        skeletonRows={15}
      />
      <Pager
        total={data?.total}
        stale={isPlaceholderData}
        size={directUserPageSize}
        page={page}
        go={(p, options) => set({ page: p }, options)}
      />
    </Page>
  )
}

function emptyText(search: string, differs: boolean): string {
  if (search !== '') return `No IS Direct users match “${search}”.`
  return differs
    ? 'No users differ from IS Direct.'
    : 'No IS Direct users yet. They appear with the first sync.'
}

type Summary = Result<'getDirectSummary'>
function answerOf({ differing_users, connected }: Summary): ReactNode {
  if (!connected)
    return 'IS Direct isn’t connected. Set DIRECT_APP_URL and DIRECT_APP_SECRET in this service’s settings.'
  if (differing_users === 0) return undefined
  const isOne = differing_users === 1
  return (
    <>
      <Link to={links.directUsers(true)}>
        {isOne ? '1 user differs' : `${count(differing_users)} users differ`} from IS Direct
      </Link>
      . Open {isOne ? 'the user' : 'each user'} to choose the values to keep.
    </>
  )
}

/** The figures of the last days, and of all time. */
const factsOf = (summary: Summary) =>
  [
    [`New users (${newDirectDays} days)`, count(summary.new_users)],
    ['New orders', ofAll(count(summary.new_order_count), count(summary.total_orders))],
    ['New paid orders', ofAll(count(summary.new_paid_order_count), count(summary.total_paid_orders))],
    ['New order cost', ofAll(money(summary.new_total_order_cost), money(summary.total_cost))],
    ['New paid cost', ofAll(money(summary.new_paid_order_cost), money(summary.total_paid_cost))],
    ['Last sync', <Ago key="sync" tm={summary.synced_tm} />],
  ] as const

const factsToCome = [
  `New users (${newDirectDays} days)`,
  'New orders',
  'New paid orders',
  'New order cost',
  'New paid cost',
  'Last sync',
].map((name) => [name, '…'] as const)

const ofAll = (part: string, whole: string) => (
  <>
    {part} <span className="faint">of {whole}</span>
  </>
)

const columns: readonly Column<FoundDirectUser>[] = [
  {
    key: 'id',
    sort: 'id',
    header: 'ID',
    numeric: true,
    leaves: 0,
    width: 80,
    cell: (user) => (
      <Link to={links.directUser(user.id)} className="mono name">
        {user.id}
      </Link>
    ),
  },
  { key: 'email', sort: 'email', header: 'Email', leaves: 0, cell: (user) => <Email address={user.email} /> },
  {
    key: 'differs',
    header: 'Sync',
    leaves: 3,
    cell: (user) =>
      user.differs ? (
        <Status tone="wait" icon={IconAlertTriangle}>
          Differs
        </Status>
      ) : (
        '—'
      ),
  },
  { key: 'plan', header: 'Plan', leaves: 1, cell: (user) => user.plan ?? '—' },
  {
    key: 'next_charge',
    header: 'Next charge',
    leaves: 5,
    cell: (user) => (user.next_charge_date ? dayText(user.next_charge_date) : '—'),
  },
  {
    key: 'left',
    header: 'Orders left',
    numeric: true,
    leaves: 6,
    cell: (user) => count(user.monthly_orders_remaining),
  },
  {
    key: 'total_orders',
    sort: 'total_orders',
    header: 'Orders',
    numeric: true,
    leaves: 0,
    cell: (user) => count(user.total_orders),
  },
  {
    key: 'paid_orders',
    sort: 'paid_orders',
    header: 'Paid orders',
    numeric: true,
    leaves: 2,
    cell: (user) => count(user.paid_orders),
  },
  {
    key: 'last_order_at',
    sort: 'last_order_at',
    header: 'Last order',
    leaves: 4,
    moment: (user) => user.last_order_at,
  },
  {
    key: 'registered',
    sort: 'registered',
    header: 'Registered',
    leaves: 7,
    moment: (user) => user.registered_at,
  },
]
