import { api } from '../../../api.ts'
import { LogTable } from '../../activity/public.tsx'
import type { Supplier } from './supplier.ts'

export default function SupplierActivityLog({ supplier }: { supplier: Supplier }) {
  const { dropshipper_id } = supplier
  return (
    <LogTable
      read={({ meta_key: _key, meta_value: _value, ...filters }) =>
        api.getActivityLog.query({ body: { dropshipper_id, ...filters } })
      }
      exported={({ meta_key: _key, meta_value: _value, ...filters }) => ({
        list: 'activity',
        input: { dropshipper_id, ...filters },
      })}
    />
  )
}
