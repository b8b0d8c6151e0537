import { sql } from '#server/platform/database/db.ts'
import { noSupplier, type States } from '../states.ts'

const mostNamed = 3
const pause = sql`
  select s.vendor_id::text as subject, null::smallint as severity, min(s.pause_asked_tm) as since_tm,
    v.company || ' requested a pause: '
      || array_to_string((array_agg(d.supplier_name order by d.supplier_name))[:${sql.lit(mostNamed)}], ', ')
      || case when count(*) > ${sql.lit(mostNamed)} then ', ' || count(*) - ${sql.lit(mostNamed)} || ' more' else '' end
      as message,
    '/vendors/view/' || s.vendor_id || '/subscriptions' as link, ${noSupplier}, s.vendor_id
  from subscription s
  join vendor v using (vendor_id)
  join dropshipper d using (dropshipper_id)
  where s.pause_asked_tm is not null
  group by s.vendor_id, v.company`

export const vendorStates: Pick<States, 'pause'> = { pause }
