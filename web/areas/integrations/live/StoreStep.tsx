import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { LivePath } from '#contract/integrations/live.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { shortTime } from '../../../ui/time.ts'
import { readOnly } from '../../../viewing.ts'
import { ConnectStore } from '../../stores/public.tsx'

const newStore = 'new'

/** One of the vendor's stores, or a new one with its connection. */
export function StoreStep({
  vendorId,
  path,
  supplierId,
  go,
  show,
}: {
  vendorId: number
  path: LivePath
  supplierId: number
  /** The store is connected, and the supplier has an integration in its market. */
  go: (storeId: number) => Promise<void>
  /** The store is chosenStore, but its keys are still to come. */
  show: (storeId: number) => Promise<void>
}) {
  const { stores } = path
  const first = path.store ?? stores[0]
  const [choice, setChoice] = useState(first ? String(first.vendor_store_id) : newStore)
  const chosenStore = stores.find((s) => String(s.vendor_store_id) === choice)
  const store = path.store?.vendor_store_id === chosenStore?.vendor_store_id ? path.store : null
  const params = { vid: vendorId }
  const choose = useAct({
    run: async (storeId: number) => {
      const query = { dropshipper_id: supplierId, vendor_store_id: storeId }
      const next = await api.getLivePath({ params, query })
      if (next.store?.connected && !next.integration)
        await api.addIntegration({
          params,
          body: { market_id: next.store.market_id, dropshipper_id: supplierId },
        })
      return { storeId, isConnected: next.store?.connected === true }
    },
    after: ({ storeId, isConnected }) => (isConnected ? go(storeId) : show(storeId)),
  })
  const { act } = choose
  return (
    <Stack>
      {stores.length > 0 && (
        <Radio.Group label="Store" value={choice} onChange={(value) => setChoice(value)}>
          <Stack gap="xs" mt={6} className="live-choices scroll-y">
            {stores.map((s, place) => (
              <Radio
                key={s.vendor_store_id}
                value={String(s.vendor_store_id)}
                label={s.vendor_store_name}
                description={`${s.market_name}${s.connected ? '' : ', not connected'}`}
                {...(place === 0 && { 'data-first': true })}
              />
            ))}
            <Radio value={newStore} label="New store" />
          </Stack>
        </Radio.Group>
      )}
      {store?.grant_until && (
        <p className="callout tone-run" role="status">
          Waiting for keys from {store.vendor_store_name}. The link works until {shortTime(store.grant_until)}
          .
        </p>
      )}
      {chosenStore?.connected ? (
        <form
          noValidate
          onSubmit={(e) => {
            e.preventDefault()
            act(chosenStore.vendor_store_id)
          }}
        >
          <Group>
            <Button
              type="submit"
              loading={choose.busy}
              disabled={readOnly !== undefined}
              title={readOnly}
              data-main
            >
              Continue with {chosenStore.vendor_store_name}
            </Button>
          </Group>
        </form>
      ) : (
        <ConnectStore
          key={choice}
          vendorId={vendorId}
          storeId={chosenStore?.vendor_store_id}
          names={stores.map((s) => s.vendor_store_name)}
          returnPath={(storeId) => links.goLive(vendorId, { supplier: supplierId, store: storeId })}
          after={(storeId) => act(storeId)}
        />
      )}
    </Stack>
  )
}
