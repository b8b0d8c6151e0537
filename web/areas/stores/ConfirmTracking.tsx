import { Autocomplete, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { carriers, leftOf, mostShipped, shipmentForm, type StoreOrder } from '#contract/stores/orders.ts'
import { shops } from '#contract/stores/shops.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import type { StoreProps } from './StoreOrders.tsx'
import { shipmentInWords } from './shipment-words.ts'

/** Reports to a market that an order was shipped; by default all remaining units. */
export function ConfirmTracking({
  store: { vendorId, storeId, shop },
  order,
  after,
  close,
}: {
  store: StoreProps
  order: StoreOrder
  after: () => unknown
  close: () => void
}) {
  const open = order.lines.filter((line) => leftOf(line) > 0)
  const [shipment, setShipment] = useState({ carrier: '', tracking: '' })
  const [units, setUnits] = useState<Readonly<Record<string, number | string>>>({})
  const { name, ships } = shops[shop]
  const typedOf = (line: (typeof open)[number]) => units[line.line_id] ?? leftOf(line)
  const isUnits = (value: number | string, unitsLeft: number) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= unitsLeft
  const unitsOf = (line: (typeof open)[number]) => Number(typedOf(line))
  const wrong = open.find((line) => !isUnits(typedOf(line), leftOf(line)))
  const lines = open.flatMap((line) =>
    unitsOf(line) > 0 ? [{ line_id: line.line_id, quantity: unitsOf(line), left: leftOf(line) }] : [],
  )
  const whole = lines.length > mostShipped && open.every((line) => unitsOf(line) === leftOf(line))
  const { data, error } = shipmentForm.safeParse({ ...shipment, ...(!whole && { lines }) })
  const missingLines = lines.length === 0 ? 'Enter units for at least one line' : error?.issues[0]?.message
  const missing = wrong ? `Enter the units of ${wrong.sku || wrong.title}` : missingLines
  return (
    <ActModal
      title={`Confirm tracking for order ${order.name}`}
      act={`Send to ${name}`}
      isChanged={shipment.carrier !== '' || shipment.tracking !== '' || Object.keys(units).length > 0}
      missing={missing}
      run={() =>
        api.shipOrder({
          params: { vendor_id: vendorId, vendor_store_id: storeId, order_id: order.id },
          body: data!,
        })
      }
      doneText={(answer) => shipmentInWords(name, order.name, answer)}
      after={after}
      close={close}
    >
      <Text size="sm">{ships}</Text>
      <Autocomplete
        label="Carrier"
        required
        data-autofocus
        openOnFocus={false}
        maxLength={60}
        data={[...carriers]}
        value={shipment.carrier}
        onChange={(carrier) => setShipment({ ...shipment, carrier })}
      />
      <TextInput
        label="Tracking number"
        required
        maxLength={100}
        value={shipment.tracking}
        onChange={(e) => setShipment({ ...shipment, tracking: e.currentTarget.value })}
      />
      <Stack gap="xs">
        {open.map((line) => (
          <NumberField
            key={line.line_id}
            label={`Units of ${line.sku || line.title}`}
            description={`${leftOf(line)} left to ship`}
            value={typedOf(line)}
            error={!isUnits(typedOf(line), leftOf(line)) && `Enter a whole number from 0 to ${leftOf(line)}`}
            onChange={(value) => setUnits({ ...units, [line.line_id]: value })}
          />
        ))}
      </Stack>
    </ActModal>
  )
}
