import { sql } from '#server/platform/database/db.ts'
import { noSupplier, type States } from '../states.ts'

const storeLink = sql`'/vendors/view/' || s.vendor_id || '/stores/' || s.vendor_store_id`

const store = sql`
  select s.vendor_store_id::text as subject, null::smallint as severity, s.stopped_tm as since_tm,
    'Updates for ' || s.vendor_store_name || ' stopped. ' || s.stopped_reason as message,
    ${storeLink} as link, ${noSupplier}, s.vendor_id
  from vendor_store s
  where s.stopped_reason is not null`

const update = sql`
  select s.vendor_store_id::text as subject, null::smallint as severity, u.planned_tm as since_tm,
    'Update for ' || s.vendor_store_name || ' held. ' || array_to_string(u.reasons, '; ') as message,
    ${storeLink} || '?update=' || u.store_update_id as link, ${noSupplier}, s.vendor_id
  from store_update u
  join vendor_store s using (vendor_store_id)
  where u.state = 'held'
    and not exists (
      select
      from store_update n
      where n.vendor_store_id = u.vendor_store_id
        and n.state = 'held'
        and n.store_update_id > u.store_update_id)`

export const storeStates: Pick<States, 'store' | 'update'> = { store, update }
