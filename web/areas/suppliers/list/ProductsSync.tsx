import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from '@tanstack/react-router'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Ago, count, Status } from '../../../ui/values.tsx'

/** How far each supplier's search index is behind its catalogue. */
export function ProductsSync({ bar }: { bar: ReactNode }) {
  const { data, error, refetch } = useQuery({ ...api.listIndexLag.query(), refetchInterval: 20_000 })
  const navigate = useNavigate()
  return (
    <DataTable
      label="Index sync"
      bar={bar}
      exportSource={(suppliers) => ({
        list: 'index_sync',
        input: { ids: suppliers.map((s) => s.dropshipper_id) },
      })}
      rows={data}
      id={(s) => s.dropshipper_id}
      error={error}
      retry={() => void refetch()}
      empty="No suppliers yet."
      open={(s) => void navigate({ href: links.supplier(s.dropshipper_id, 'solr') })}
      columns={[
        {
          key: 'name',
          header: 'Supplier',
          sortValue: (s) => s.supplier_name,
          cell: (s) => (
            <Link to={links.supplier(s.dropshipper_id, 'solr')} className="name">
              {s.supplier_name}
            </Link>
          ),
        },
        {
          key: 'state',
          header: 'Status',
          sortValue: (s) => (s.pending ? 0 : 1),
          cell: (s) => (
            <Status tone={s.pending ? 'wait' : 'good'} icon={s.pending ? IconClock : IconCircleCheck}>
              {s.pending ? 'Out of date' : 'Up to date'}
            </Status>
          ),
        },
        {
          key: 'pending',
          header: 'Products to sync',
          numeric: true,
          sortValue: (s) => s.pending,
          cell: (s) => count(s.pending),
        },
        {
          key: 'products',
          header: 'Active products',
          numeric: true,
          sortValue: (s) => s.active_products,
          cell: (s) => count(s.active_products),
        },
        {
          key: 'last',
          header: 'Last sync',
          sortValue: (s) => s.last_sync_tm,
          cell: (s) => <Ago tm={s.last_sync_tm} />,
        },
        {
          key: 'job',
          header: 'Job',
          numeric: true,
          sortValue: (s) => s.last_job_id,
          cell: (s) => (s.last_job_id ? <Link to={links.job(s.last_job_id)}>{s.last_job_id}</Link> : '—'),
        },
      ]}
    />
  )
}
