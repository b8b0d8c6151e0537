import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IntegrationView } from '#contract/integrations/integrations.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { tellScheduled } from '../jobs/public.tsx'

import './integration.css'

const job_type = 'DIAGNOSTIC_UPDATE_JOB'

/** Starts a job that follows one product from the supplier's feed to the stores. */
export default function DiagnoseSku({ view, close }: { view: IntegrationView; close: () => void }) {
  const params = { vid: view.integration.vendor_id, vmmid: view.integration.vendor_market_map_id }
  const [typedSku, setTypedSku] = useState('')
  const [sku] = useDebouncedValue(typedSku.trim(), 200)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const { data, isPlaceholderData } = useQuery({
    ...api.findIntegrationProducts.query({ params, query: { sku } }),
    enabled: sku !== '',
    placeholderData: keepPreviousData,
  })
  const products = sku === '' ? [] : data
  // a single match is chosen by itself
  const isAnswered = !isPlaceholderData && typedSku.trim() === sku
  const [onlyProduct] = isAnswered && products?.length === 1 ? products : []
  const onlyId = onlyProduct ? String(onlyProduct.product_id) : null
  const chosenId = pickedId ?? onlyId
  return (
    <ActModal
      title={`Diagnose SKU from ${view.dropshipper_name}`}
      act="Diagnose SKU"
      missing={chosenId === null ? 'Choose a product' : undefined}
      isChanged={typedSku !== ''}
      run={() => api.diagnoseIntegrationProduct({ params, body: { product_id: Number(chosenId) } })}
      after={({ job_id }) =>
        tellScheduled(
          { status: 'Successfully scheduled the job', job_id },
          { job_type, param_value: chosenId ?? '' },
        )
      }
      close={close}
    >
      <Text size="sm">
        A job traces the product from the feed to each store, step by step. Nothing is changed.
      </Text>
      <TextInput
        label="SKU"
        description="Enter the start of the supplier’s SKU"
        data-autofocus
        value={typedSku}
        onChange={(e) => {
          setPickedId(null)
          setTypedSku(e.currentTarget.value)
        }}
      />
      <Radio.Group aria-label="Products found" value={chosenId ?? ''} onChange={setPickedId}>
        <Stack gap="xs" mah={260} className="found-products" p={2}>
          {sku !== '' && products?.length === 0 && <Text size="sm">No SKUs match.</Text>}
          {products?.map((p) => (
            <Radio
              key={p.product_id}
              value={String(p.product_id)}
              label={<span className="mono">{p.sku}</span>}
              description={p.title ?? undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
    </ActModal>
  )
}
