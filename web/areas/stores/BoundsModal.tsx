import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { updateBounds, type Bounds, type BoundsView } from '#contract/stores/sent-updates.ts'
import { many } from '#contract/words.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Moment } from '../../ui/values.tsx'

interface Of {
  vendorId: number
  storeId: number
  close: () => void
}

/** From when on an update of a store asks a person first. */
export function BoundsModal(of: Of) {
  const params = { vendor_id: of.vendorId, vendor_store_id: of.storeId }
  const { data } = useQuery(api.getUpdateBounds.query({ params }))
  return data ? <Loaded {...of} opened={data} /> : <Skeleton height={1} />
}

const labels = {
  hold_zero_percent: 'Share of the products in stock that would sell out',
  hold_price_percent: 'Share of the prices that would move too far',
  price_bound_percent: 'A price moves too far from a change of',
} as const

function Loaded({ vendorId, storeId, close, opened }: Of & { opened: BoundsView }) {
  const params = { vendor_id: vendorId, vendor_store_id: storeId }
  const { version, sent, ...had } = opened
  const [typed, type] = useState<Partial<Record<keyof Bounds, number | string>>>(had)
  const read = updateBounds.safeParse(typed)
  const faults = Object.fromEntries((read.error?.issues ?? []).map((i) => [i.path.join('.'), i.message]))
  const keys = Object.keys(labels) as (keyof Bounds)[]
  return (
    <ActModal
      title="When an update asks first"
      act="Save"
      changed={keys.some((key) => typed[key] !== had[key])}
      missing={read.success ? undefined : 'Give each a percentage'}
      run={() => api.saveUpdateBounds({ params, body: { version, ...read.data! } })}
      done="Saved; the next update goes by it"
      close={close}
    >
      <Stack gap="sm">
        <Text size="sm">
          An update that would do more than this to the store, and to ten products or more, is held until
          somebody says so. What was sent within 24 hours without anybody having been asked counts with it.
        </Text>
        {sent && (
          <Text size="sm">
            Sent so since <Moment tm={sent.since} />: {many(sent.sunk, 'product')} to 0,{' '}
            {many(sent.price_beyond, 'price')} too far.
          </Text>
        )}
        {keys.map((key) => (
          <NumberField
            key={key}
            label={labels[key]}
            unit="%"
            value={typed[key]}
            onChange={(value) => type({ ...typed, [key]: value })}
            error={faults[key] && (typeof typed[key] === 'number' ? faults[key] : 'Give a percentage')}
          />
        ))}
      </Stack>
    </ActModal>
  )
}
