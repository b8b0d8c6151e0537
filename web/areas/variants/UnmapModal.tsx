import { Text } from '@mantine/core'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'

/** Confirms that products leave their parents, which can't be undone. */
export const UnmapModal = ({
  dropshipperId,
  productIds,
  onDone,
  close,
}: {
  dropshipperId: number
  productIds: number[]
  onDone: () => void
  close: () => void
}) => (
  <ActModal
    title={`Unmap ${many(productIds.length, 'product')}?`}
    act="Unmap"
    danger
    run={() => api.unmapVariants({ body: { dropshipper_id: dropshipperId, product_ids: productIds } })}
    after={onDone}
    doneText={({ unmapped: unmappedCount, parents_deleted }) =>
      `${many(unmappedCount, 'product')} unmapped` +
      (parents_deleted ? `, ${many(parents_deleted, 'empty parent')} deleted` : '')
    }
    close={close}
  >
    <Text size="sm">They lose their option values. Parents left empty are deleted.</Text>
  </ActModal>
)
