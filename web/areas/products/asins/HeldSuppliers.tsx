import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { HeldSupplier } from '#contract/products/asins/holds.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { count } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

/** The suppliers whose sure matches people review one by one, why, and how to end that. */
export function HeldSuppliers({ market, held }: { market: number; held: readonly HeldSupplier[] }) {
  const [allowing, setAllowing] = useState<HeldSupplier>()
  if (held.length === 0) return null
  return (
    <Alert color="yellow" title="Not accepted in bulk">
      <Stack gap="xs">
        {held.map((supplier) => (
          <Group key={supplier.dropshipper_id} gap="sm">
            <Text size="sm">
              <b>{supplier.supplier_name}</b>: {wrongText(supplier)}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              disabled={readOnly !== undefined}
              title={readOnly}
              aria-label={`Allow bulk acceptance… for ${supplier.supplier_name}`}
              onClick={() => setAllowing(supplier)}
            >
              Allow bulk acceptance…
            </Button>
          </Group>
        ))}
      </Stack>
      {allowing && (
        <ActModal
          title={`Allow bulk acceptance for ${allowing.supplier_name}?`}
          act="Allow"
          run={() =>
            api.allowBulkAsins({ body: { market_id: market, dropshipper_id: allowing.dropshipper_id } })
          }
          doneText="Bulk acceptance allowed"
          close={() => setAllowing(undefined)}
        >
          <Text size="sm">
            {wrongText(allowing)} Allow it once the cause is corrected. Two more wrong ones stop it again.
          </Text>
        </ActModal>
      )}
    </Alert>
  )
}

const wrongText = ({ wrong, checked }: HeldSupplier) =>
  `${count(wrong)} of the last ${count(checked)} sure matches that people checked were wrong.`
