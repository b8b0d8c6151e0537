import { graceMinutes, type IncidentKind } from '#contract/incidents/standing.ts'
import { ownFeed } from '#server/areas/supplier-record/public.ts'
import { updatesTo } from '#server/areas/vendor-record/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import type { Services } from '#server/platform/services.ts'
import { brokenLetter, wellLetter } from './letters.ts'

export interface NotifiedIncident {
  incident_id: number
  feed_id: number
  kind: IncidentKind
  reason_code: string | null
  began_tm: string
  ended_tm: string | null
  told_tm: string
  supplier_name: string
}
interface Reader {
  vendor_id: number
  recipients: string[]
}
const readersATurn = 500

/**
 * Emails about each incident that lasts longer than the grace period, and again when it has ended. A row is marked in
 * the transaction of its emails, so that each is written once (docs/domain/incidents.md, Incidents).
 */
export async function emailIncidents(services: Services): Promise<void> {
  const now = services.clock.now()
  while (await emailNextIncident(services, 'told_tm', broke(now), now));
  while (await emailNextIncident(services, 'told_well_tm', isOver, now));
}

const broke = (now: number) => sql<boolean>`
  told_tm is null and ended_tm is null and well_tm is null
    and seen_tm <= ${new Date(now - graceMinutes * 60_000).toISOString()}::timestamptz`
const isOver = sql<boolean>`told_tm is not null and ended_tm is not null and told_well_tm is null`

/** False: no incident is left that another worker isn't handling. */
const emailNextIncident = (
  services: Services,
  column: 'told_tm' | 'told_well_tm',
  condition: typeof isOver,
  now: number,
): Promise<boolean> =>
  services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<NotifiedIncident>`
      with one as (
        select incident_id
        from incident
        where ${condition}
        order by incident_id
        limit 1
        for update skip locked)
      update incident i
      set ${sql.ref(column)} = ${new Date(now).toISOString()}
      from one, feed f, dropshipper d
      where i.incident_id = one.incident_id
        and f.feed_id = i.feed_id
        and d.dropshipper_id = f.dropshipper_id
      returning i.incident_id, i.feed_id, i.kind, i.reason_code, i.began_tm, i.ended_tm, i.told_tm,
        d.supplier_name`.execute(tx)
    const [incident] = rows
    if (!incident) return false
    await writeToReaders(services, tx, incident, column === 'told_tm' ? brokenLetter : wellLetter)
    return true
  })

async function writeToReaders(
  services: Services,
  tx: Tx,
  incident: NotifiedIncident,
  letter: typeof brokenLetter,
): Promise<void> {
  for (let after = 0; ;) {
    const readers = await readersOf(tx, incident, after)
    await services.mail.write(
      tx,
      ...readers.flatMap(({ vendor_id, recipients }) =>
        recipients.map((recipient) => ({ recipient, ...letter(incident, vendor_id) })),
      ),
    )
    const last = readers.at(-1)
    if (!last || readers.length < readersATurn) return
    after = last.vendor_id
  }
}

/** Vendors that asked for emails before this one and still have the supplier: their update addresses, else the contact. */
async function readersOf(tx: Tx, { feed_id, told_tm }: NotifiedIncident, after: number): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select v.vendor_id, ${updatesTo} as recipients
    from feed f
    join incident_mail m using (dropshipper_id)
    join subscription s on s.vendor_id = m.vendor_id and s.dropshipper_id = m.dropshipper_id
    join vendor v on v.vendor_id = m.vendor_id
    left join contact c on c.contact_id = v.primary_contact_id
    left join vendor_custom_feed o on o.vendor_custom_feed_id = f.vendor_custom_feed_id
    where f.feed_id = ${feed_id}
      and m.since_tm <= ${told_tm}::timestamptz
      and m.vendor_id > ${after}
      and s.paused_at is null
      and v.deleted_tm is null
      and (${ownFeed('f')} or (o.vendor_id = m.vendor_id and o.active))
    order by m.vendor_id
    limit ${readersATurn}`.execute(tx)
  return rows
}
