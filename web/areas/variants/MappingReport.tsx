import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Result } from '#contract/index.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Facts, Page } from '../../ui/page/Page.tsx'
import { Ago, count, countOnceKnown, many, Status } from '../../ui/values.tsx'

/** The mapping tab, or Basic Info if automated mapping is off and has to be turned on there. */
const opens = (row: Row) =>
  links.supplier(row.dropshipper_id, row.automated_variant_mapping ? 'variant-mapping' : undefined)

type Row = Result<'listManualMapping'>[number]

/** Products queued for manual mapping, supplier by supplier. */
export default function MappingReport() {
  const { data, error, refetch } = useQuery(api.listManualMapping.query())
  const navigate = useNavigate()
  const sum = (key: 'queued' | 'mapped' | 'parents') => countOnceKnown(data?.reduce((n, r) => n + r[key], 0))
  return (
    <Page title="Variant Mapping" count={data && many(data.length, 'supplier')}>
      <DataTable
        label="Variant mapping by supplier"
        bar={
          <Facts
            facts={[
              ['Products queued', sum('queued')],
              ['Products mapped', sum('mapped')],
              ['Parents', sum('parents')],
            ]}
          />
        }
        rows={data}
        exportSource={(rows) => ({
          list: 'mapping_report',
          input: { ids: rows.map((r) => r.dropshipper_id) },
        })}
        id={(r) => r.dropshipper_id}
        error={error}
        retry={() => void refetch()}
        empty="No queued products. Turn on automated variant mapping in a supplier’s Basic Info."
        open={(r) => void navigate({ href: opens(r) })}
        columns={[
          {
            key: 'name',
            header: 'Supplier',
            sortValue: (r) => r.supplier_name,
            cell: (r) => (
              <Link to={opens(r)} className="name">
                {r.supplier_name}
              </Link>
            ),
          },
          {
            key: 'auto',
            header: 'Automated',
            sortValue: (r) => (r.automated_variant_mapping ? 'On' : 'Off'),
            cell: (r) => (
              <div>
                <Status
                  tone={r.automated_variant_mapping ? 'good' : 'off'}
                  icon={r.automated_variant_mapping ? IconCircleCheck : IconClock}
                >
                  {r.automated_variant_mapping ? 'On' : 'Off'}
                </Status>
                {!r.automated_variant_mapping && (
                  <Text size="xs" c="dimmed">
                    Turn on in Basic Info to view products
                  </Text>
                )}
              </div>
            ),
          },
          {
            key: 'queued',
            header: 'Queued',
            numeric: true,
            sortValue: (r) => r.queued,
            cell: (r) => count(r.queued),
          },
          {
            key: 'oldest',
            header: 'Longest queued',
            sortValue: (r) => r.oldest_queued_tm,
            cell: (r) => <Ago tm={r.oldest_queued_tm} />,
          },
          {
            key: 'mapped',
            header: 'Mapped',
            numeric: true,
            sortValue: (r) => r.mapped,
            cell: (r) => count(r.mapped),
          },
          {
            key: 'unmapped',
            header: 'Unmapped',
            numeric: true,
            sortValue: (r) => r.unmapped,
            cell: (r) => count(r.unmapped),
          },
          {
            key: 'parents',
            header: 'Parents',
            numeric: true,
            sortValue: (r) => r.parents,
            cell: (r) => count(r.parents),
          },
          {
            key: 'tm',
            header: 'Mapping updated',
            sortValue: (r) => r.variant_mapping_update_tm,
            cell: (r) => <Ago tm={r.variant_mapping_update_tm} />,
          },
        ]}
      />
    </Page>
  )
}
