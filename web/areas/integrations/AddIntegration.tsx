import { Alert, Anchor, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { marketNeeded, supplierNeeded } from '#contract/integrations/list.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'

/** Adds an integration of a subscribed supplier in a market; it is set up next. */
export function AddIntegration({
  vendor,
  close,
}: {
  vendor: { vendor_id: number; company: string }
  close: () => void
}) {
  const navigate = useNavigate()
  const params = { vid: vendor.vendor_id }
  const { data } = useQuery({ ...api.listIntegrationChoices.query({ params }), staleTime: 0 })
  const [market, setMarket] = useState<string | null>(null)
  const [supplier, setSupplier] = useState<string | null>(null)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const chosenMarket = data?.markets.find((m) => String(m.market_id) === market)
  const missing = (market === null && marketNeeded) || (supplier === null && supplierNeeded) || undefined
  const subscriptions = links.vendor(vendor.vendor_id, 'subscriptions')
  return (
    <ActModal
      title={`Add integration for ${vendor.company}`}
      act="Add integration"
      missing={data ? missing : 'Loading…'}
      isChanged={market !== null || supplier !== null}
      run={() =>
        api.addIntegration({ params, body: { market_id: Number(market), dropshipper_id: Number(supplier) } })
      }
      fields={setFaults}
      doneText="Integration added"
      after={({ vendor_market_map_id }) =>
        navigate({ href: links.integration(vendor.vendor_id, vendor_market_map_id) })
      }
      close={close}
    >
      {data?.suppliers.length === 0 && (
        <Alert color="yellow">
          <Anchor component={Link} to={subscriptions} inherit>
            Add a subscription
          </Anchor>{' '}
          first.
        </Alert>
      )}
      <Select
        label="Market"
        required
        searchable
        data-autofocus
        placeholder="Choose a market"
        nothingFoundMessage="No markets match"
        data={data?.markets.map((m) => ({ value: String(m.market_id), label: m.market_name })) ?? []}
        value={market}
        error={faults.market_id}
        onChange={(value) => {
          setFaults({})
          setMarket(value)
        }}
      />
      <Select
        label="Supplier"
        required
        searchable
        placeholder="Choose a subscribed supplier"
        nothingFoundMessage="No subscribed suppliers match"
        data={
          data?.suppliers.map((s) => {
            const isTaken = s.market_ids.includes(Number(market))
            return {
              value: String(s.dropshipper_id),
              label: s.dropshipper_name + (isTaken ? ` (already in ${chosenMarket?.market_name})` : ''),
              disabled: isTaken,
            }
          }) ?? []
        }
        value={supplier}
        error={faults.dropshipper_id}
        onChange={(value) => {
          setFaults({})
          setSupplier(value)
        }}
      />
      <ul className="plain-list">
        <li>No extra charge. Nothing is sent until you set it up and activate it.</li>
        {chosenMarket?.stores === 0 && (
          <li>The vendor needs a store in {chosenMarket.market_name} before anything can be sent.</li>
        )}
      </ul>
      {(data?.suppliers.length ?? 0) > 0 && (
        <Text size="sm" c="dimmed">
          Other suppliers need a{' '}
          <Anchor component={Link} to={subscriptions} inherit>
            subscription
          </Anchor>{' '}
          first.
        </Text>
      )}
    </ActModal>
  )
}
