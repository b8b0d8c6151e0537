import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Result } from '#contract/index.ts'
import { shopifyMarkets, zentailMarkets } from '#contract/stores/shop-facts.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { api } from '../../api.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useAct } from '../../ui/act/useAct.ts'

type Metadata = Result<'getShopifyMetaData'>
type Warehouses = Result<'listZentailLocations'>

/** Data loaded from the shop itself, for markets that support it. */
export function ShopFacts({ store }: { store: StoreView }) {
  const { vendor_store_id } = store
  const params = { vendor_store_id }
  const { market_id } = store.store
  if (shopifyMarkets.includes(market_id))
    return (
      <ShopAnswer
        title="Shopify locations and metafields"
        act="Load from Shopify"
        run={() => api.getShopifyMetaData({ params })}
        show={(facts: Metadata) => (
          <>
            <DataTable
              label="Locations"
              rows={facts.locations}
              id={(l) => l.location_id}
              columns={locationColumns}
              empty="No locations in this store."
            />
            <DataTable
              label="Metafields"
              rows={facts.metafields}
              id={(f) => `${f.namespace}.${f.key}`}
              columns={metafieldColumns}
              empty="No product metafields defined."
            />
          </>
        )}
      />
    )
  if (zentailMarkets.includes(market_id))
    return (
      <ShopAnswer
        title="Zentail warehouses"
        act="Load from Zentail"
        run={() => api.listZentailLocations({ params })}
        show={(facts: Warehouses) => (
          <DataTable
            label="Warehouses"
            rows={facts.locations}
            id={(l) => l.location_id}
            columns={warehouseColumns}
            empty="No warehouses in this account."
          />
        )}
      />
    )
  return null
}

function ShopAnswer<T extends Pick<Metadata, 'failed'>>({
  title,
  act: label,
  run,
  show,
}: {
  title: string
  act: string
  run: () => Promise<T>
  show: (found: T) => ReactNode
}) {
  const [facts, setFacts] = useState<T | null>(null)
  const { act, busy } = useAct({ run, after: setFacts })
  return (
    <Panel
      title={title}
      actions={
        <Button size="xs" variant="default" loading={busy} onClick={() => act()}>
          {label}
        </Button>
      }
    >
      <Stack gap="sm">
        {!facts && (
          <Text size="sm" c="dimmed">
            Uses the admin address and admin password (token).
          </Text>
        )}
        {facts?.failed && (
          <Alert color="red" title={facts.failed.sentence}>
            {facts.failed.what_to_do}
          </Alert>
        )}
        {facts && !facts.failed && show(facts)}
      </Stack>
    </Panel>
  )
}

const mono = (text: string) => <span className="mono">{text}</span>
const locationColumns: readonly Column<Metadata['locations'][number]>[] = [
  { key: 'name', header: 'Location', sortValue: (l) => l.name.toLowerCase(), cell: (l) => l.name },
  { key: 'active', header: 'Active', cell: (l) => (l.active ? 'Yes' : 'No') },
  { key: 'id', header: 'ID', cell: (l) => mono(l.location_id) },
]
const metafieldColumns: readonly Column<Metadata['metafields'][number]>[] = [
  { key: 'name', header: 'Metafield', sortValue: (f) => f.name.toLowerCase(), cell: (f) => f.name },
  { key: 'key', header: 'Key', cell: (f) => mono(`${f.namespace}.${f.key}`) },
  { key: 'type', header: 'Type', sortValue: (f) => f.type, cell: (f) => f.type },
]
const warehouseColumns: readonly Column<Warehouses['locations'][number]>[] = [
  { key: 'name', header: 'Warehouse', sortValue: (l) => l.name.toLowerCase(), cell: (l) => l.name },
  {
    key: 'stock',
    header: 'Accepts stock',
    cell: (l) => (l.can_update_inventory ? 'Yes' : 'No'),
  },
  { key: 'id', header: 'ID', cell: (l) => mono(l.location_id) },
]
