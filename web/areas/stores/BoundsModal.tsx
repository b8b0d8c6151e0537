import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { updateBounds, type Bounds, type BoundsView } from '#contract/stores/sent-updates.ts'
import { many } from '#contract/words.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Moment } from '../../ui/values.tsx'

interface BoundsProps {
  vendorId: number
  storeId: number
  close: () => void
}

/** The limits above which a store update needs approval. */
export function BoundsModal(props: BoundsProps) {
  const params = { vendor_id: props.vendorId, vendor_store_id: props.storeId }
  const { data } = useQuery(api.getUpdateBounds.query({ params }))
  return data ? <BoundsForm {...props} openedBounds={data} /> : <Skeleton height={1} />
}

const labels = {
  hold_zero_percent: 'Share of the products in stock that would sell out',
  hold_price_percent: 'Share of the prices that would move too far',
  price_bound_percent: 'A price moves too far from a change of',
} as const

function BoundsForm({ vendorId, storeId, close, openedBounds }: BoundsProps & { openedBounds: BoundsView }) {
  const params = { vendor_id: vendorId, vendor_store_id: storeId }
  const { version, sent: sentTotals, ...savedBounds } = openedBounds
  const [typedBounds, setTypedBounds] = useState<Partial<Record<keyof Bounds, number | string>>>(savedBounds)
  const read = updateBounds.safeParse(typedBounds)
  const faults = Object.fromEntries((read.error?.issues ?? []).map((i) => [i.path.join('.'), i.message]))
  const keys = Object.keys(labels) as (keyof Bounds)[]
  return (
    <ActModal
      title="When an update asks first"
      act="Save"
      isChanged={keys.some((key) => typedBounds[key] !== savedBounds[key])}
      missing={read.success ? undefined : 'Give each a percentage'}
      run={() => api.saveUpdateBounds({ params, body: { version, ...read.data! } })}
      doneText="Saved; the next update goes by it"
      close={close}
    >
      <Stack gap="sm">
        <Text size="sm">
          An update that would do more than this to the store, and to ten products or more, is held until
          somebody says so. What was sent within 24 hours without anybody having been asked counts with it.
        </Text>
        {sentTotals && (
          <Text size="sm">
            Sent so since <Moment tm={sentTotals.since} />: {many(sentTotals.sunk, 'product')} to 0,{' '}
            {many(sentTotals.price_beyond, 'price')} too far.
          </Text>
        )}
        {keys.map((key) => (
          <NumberField
            key={key}
            label={labels[key]}
            unit="%"
            value={typedBounds[key]}
            onChange={(value) => setTypedBounds({ ...typedBounds, [key]: value })}
            error={faults[key] && (typeof typedBounds[key] === 'number' ? faults[key] : 'Give a percentage')}
          />
        ))}
      </Stack>
    </ActModal>
  )
}
