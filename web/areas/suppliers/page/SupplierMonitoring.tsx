import { api } from '../../../api.ts'
import { PartsAtOnce } from '../../../ui/page/PartsAtOnce.tsx'
import { FeedMonitoring } from '../../feeds/public.tsx'
import { SubjectNotifications } from '../../notifications/public.tsx'
import { SupplierShelves } from '../../stores/public.tsx'
import type { Supplier } from './supplier.ts'
import { useCurrentRun } from './useCurrentRun.ts'

export default function SupplierMonitoring({ supplier }: { supplier: Supplier }) {
  const id = supplier.dropshipper_id
  const { data } = useCurrentRun(id)
  return (
    <PartsAtOnce height={900}>
      <FeedMonitoring
        place={supplier}
        current={data}
        runs={{
          key: [...api.listRuns.key(), id],
          read: (query) => api.listRuns({ params: { id }, query }),
        }}
        outcome={
          <>
            <SubjectNotifications dropshipper_id={id} />
            <SupplierShelves supplierId={id} />
          </>
        }
      />
    </PartsAtOnce>
  )
}
