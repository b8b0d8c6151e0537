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
  hold_zero_percent: 'Products selling out',
  hold_price_percent: 'Prices with a large change',
  price_bound_percent: 'Large change: more than',
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
      title="Approval limits"
      act="Save"
      isChanged={keys.some((key) => typedBounds[key] !== savedBounds[key])}
      missing={read.success ? undefined : 'Enter all percentages'}
      run={() => api.saveUpdateBounds({ params, body: { version, ...read.data! } })}
      doneText="Approval limits saved"
      close={close}
    >
      <Stack gap="sm">
        <Text size="sm">
          Updates above these limits are held for approval if they affect at least 10 products. Changes sent
          without approval in the last 24 hours count too.
        </Text>
        {sentTotals && (
          <Text size="sm">
            Since <Moment tm={sentTotals.since} />: {many(sentTotals.sunk, 'product')} sold out,{' '}
            {many(sentTotals.price_beyond, 'large price change')}.
          </Text>
        )}
        {keys.map((key) => (
          <NumberField
            key={key}
            label={labels[key]}
            unit="%"
            value={typedBounds[key]}
            onChange={(value) => setTypedBounds({ ...typedBounds, [key]: value })}
            error={faults[key] && (typeof typedBounds[key] === 'number' ? faults[key] : 'Enter a percentage')}
          />
        ))}
      </Stack>
    </ActModal>
  )
}
