import { Anchor, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mostShelves, type Shelf } from '#contract/stores/freshness.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { age, duration, shortDay } from '../../ui/time.ts'
import { Ago } from '../../ui/values.tsx'

/** How fresh the data in a vendor's stores is, supplier by supplier. */
export function VendorShelves({ vendorId }: { vendorId: number }) {
  const query = useQuery(api.listVendorShelves.query({ params: { vendor_id: vendorId } }))
  return (
    <Shelves
      query={query}
      columns={[store, supplier, ...columns]}
      empty="No stores receive supplier data yet."
    />
  )
}

const bySupplier = (supplierId: number) => api.listSupplierShelves.query({ params: { id: supplierId } })

/** How fresh a supplier's data in stores is; the stalest first, more on request. */
export function SupplierShelves({ supplierId }: { supplierId: number }) {
  const query = useQuery(bySupplier(supplierId))
  // most suppliers of a new service have no store: nothing to show
  if (query.data?.length === 0) return null
  return (
    <Shelves
      query={query}
      columns={[vendor, store, ...columns]}
      mostRows={3}
      empty="No stores receive this supplier’s data yet."
    />
  )
}

/** The age of a supplier's stalest data in a store, against what is promised. */
export function StalestShelf({ supplierId }: { supplierId: number }) {
  const { data } = useQuery(bySupplier(supplierId))
  const stalest = data?.[0]
  if (!stalest || stalest.age_seconds === null) return '—'
  return (
    <Tooltip label={`${stalest.vendor_store_name}: ${answer(data)}`}>
      <Link
        to={links.supplier(supplierId, 'monitoring')}
        className="link"
        {...(isOver(stalest.age_seconds, stalest) && { style: { color: 'var(--bad)' } })}
      >
        {age(stalest.age_seconds)} <span className="faint">(limit {stalest.promised_hours} h)</span>
      </Link>
    </Tooltip>
  )
}

function Shelves({
  query: { data, error, isFetching, refetch },
  columns: shelfColumns,
  mostRows,
  empty,
}: {
  query: { data: Shelf[] | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  columns: readonly Column<Shelf>[]
  /** How many rows until all are requested; undefined for all. */
  mostRows?: number
  empty: string
}) {
  const [all, setAll] = useState(mostRows === undefined)
  return (
    <Panel title="Store data age" actions={<span className="faint">{answer(data)}</span>}>
      <DataTable
        label="Store data age"
        columns={shelfColumns}
        rows={data}
        {...(!all && { maxRows: mostRows })}
        id={(s) => `${s.vendor_store_id} ${s.dropshipper_id} ${s.vendor_custom_feed_id}`}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        skeletonRows={3}
        empty={empty}
      />
      {!all && data && mostRows !== undefined && data.length > mostRows && (
        <Anchor component="button" type="button" size="sm" mt="xs" onClick={() => setAll(true)}>
          {data.length === mostShelves ? `Show the ${mostShelves} oldest` : `Show all ${data.length}`}
        </Anchor>
      )}
    </Panel>
  )
}

function answer(shelves: Shelf[] | undefined): string {
  if (!shelves || shelves.length === 0) return ''
  const overdueCount = shelves.filter((s) => s.broken.at(-1)?.until === null).length
  return overdueCount === 0
    ? 'All within the promised age'
    : `${overdueCount} of ${shelves.length} older than promised`
}

/** Marks data from the vendor's custom feed. */
const OwnFeed = ({ shelf: { vendor_id, vendor_custom_feed_id: id } }: { shelf: Shelf }) =>
  id === null ? null : (
    <>
      {', '}
      <Link to={links.customFeed(vendor_id, id)} className="link">
        custom feed
      </Link>
    </>
  )
const store: Column<Shelf> = {
  key: 'store',
  header: 'Store',
  sortValue: (s) => s.vendor_store_name.toLowerCase(),
  cell: (s) => (
    <Link to={links.vendorStore(s.vendor_id, s.vendor_store_id)} className="name">
      {s.vendor_store_name}
    </Link>
  ),
}
const supplier: Column<Shelf> = {
  key: 'supplier',
  header: 'Supplier',
  sortValue: (s) => s.dropshipper_name.toLowerCase(),
  cell: (s) => (
    <>
      <Link to={links.supplier(s.dropshipper_id, 'monitoring')} className="link">
        {s.dropshipper_name}
      </Link>
      <OwnFeed shelf={s} />
    </>
  ),
}
const vendor: Column<Shelf> = {
  key: 'vendor',
  header: 'Vendor',
  sortValue: (s) => s.company.toLowerCase(),
  cell: (s) => (
    <>
      <Link to={links.vendor(s.vendor_id)} className="link">
        {s.company}
      </Link>
      <OwnFeed shelf={s} />
    </>
  ),
}
const ageText = (seconds: number | null) => (seconds === null ? '—' : duration(seconds))
const columns: readonly Column<Shelf>[] = [
  {
    key: 'age',
    header: 'Age now',
    numeric: true,
    leaves: 0,
    sortValue: (s) => s.age_seconds,
    cell: (s) => (
      <span {...(isOver(s.age_seconds, s) && { style: { color: 'var(--bad)' } })}>
        {ageText(s.age_seconds)}
      </span>
    ),
  },
  { key: 'week', header: 'Week', leaves: 3, cell: (s) => <Week shelf={s} /> },
  {
    key: 'p95',
    header: '95th percentile (week)',
    numeric: true,
    sortValue: (s) => s.p95_seconds,
    cell: (s) => ageText(s.p95_seconds),
  },
  {
    key: 'promised',
    header: 'Promised age',
    numeric: true,
    leaves: 4,
    sortValue: (s) => s.promised_hours,
    cell: (s) => ageText(s.promised_hours * 3600),
  },
  { key: 'broken', header: 'Over the limit', leaves: 2, wrap: true, cell: (s) => brokenText(s) },
  {
    key: 'read',
    header: 'File read',
    leaves: 5,
    sortValue: (s) => s.read_tm,
    cell: (s) => <Ago tm={s.read_tm} />,
  },
  {
    key: 'applied',
    header: 'Catalog changed',
    leaves: 6,
    sortValue: (s) => s.applied_tm,
    cell: (s) => <Ago tm={s.applied_tm} />,
  },
  {
    key: 'told',
    header: 'Store updated',
    leaves: 4,
    sortValue: (s) => s.told_tm,
    cell: (s) => <Ago tm={s.told_tm} />,
  },
]
const isOver = (seconds: number | null, s: Shelf) => seconds !== null && seconds > s.promised_hours * 3600

function brokenText({ broken: breaches, p95_seconds }: Shelf): string {
  if (p95_seconds === null) return '—'
  const last = breaches.at(-1)
  if (!last) return 'Not this week'
  if (last.until === null) return `Since ${shortDay(last.from)}`
  const times = breaches.length === 1 ? 'Once' : `${breaches.length} times`
  return `${times}, last until ${shortDay(last.until)}`
}

const width = 120
const height = 22
/** The week's age hour by hour, against what is promised. */
function Week({ shelf }: { shelf: Shelf }) {
  const { hourly_seconds: hours, promised_hours } = shelf
  const promisedSeconds = promised_hours * 3600
  const highest = Math.max(promisedSeconds * 1.2, ...hours.map((age) => age ?? 0))
  const y = (age: number) => height - (age / highest) * height
  const step = width / (hours.length - 1)
  const points = hours.flatMap((age, i) =>
    age === null ? [] : [`${(i * step).toFixed(1)},${y(age).toFixed(1)}`],
  )
  const now = points.at(-1)
  if (now === undefined) return <>—</>
  const [x, age] = now.split(',')
  const isBroken = hours.some((seconds) => isOver(seconds, shelf))
  return (
    <svg className="shelf-week" width={width} height={height} data-over={isBroken || undefined} aria-hidden>
      <line className="promised" x1={0} x2={width} y1={y(promisedSeconds)} y2={y(promisedSeconds)} />
      <polyline points={points.join(' ')} />
      <circle cx={x} cy={age} r={2} />
    </svg>
  )
}
