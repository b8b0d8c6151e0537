import { keptDays } from '#contract/vendors/deletion.ts'
import { sql, type Tx } from '#server/platform/db.ts'
import { write, type Services } from '#server/platform/services.ts'

/** So many at most a turn: the next turn goes on. */
const mostATurn = 200

/** Erases for good what was deleted longer ago than it is kept; an account each in its own transaction. */
export async function eraseAccounts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now() - keptDays * 86_400_000).toISOString()
  let erased = 0
  while (erased < mostATurn && (await eraseNext({ db, clock }, before))) erased++
  return erased
}

const eraseNext = ({ db, clock }: Pick<Services, 'db' | 'clock'>, before: string): Promise<boolean> =>
  write({ db }, async (tx, logActivity) => {
    const { rows } = await sql<{ vendor_id: number; company: string }>`
      update vendor v
      set erased_tm = ${new Date(clock.now()).toISOString()}, primary_contact_id = null, logo_key = null
      from (
        select vendor_id
        from vendor
        where deleted_tm <= ${before}::timestamptz and erased_tm is null
        order by vendor_id
        limit 1
        for update skip locked) due
      where v.vendor_id = due.vendor_id
      returning v.vendor_id, v.company`.execute(tx)
    const due = rows[0]
    if (!due) return false
    await eraseOf(tx, due.vendor_id)
    await logActivity({
      type: 'vendor.erase',
      vendor_id: due.vendor_id,
      entity: 'vendor',
      entity_id: due.vendor_id,
      message: `The account of ${due.company} was erased for good`,
    })
    return true
  })

/** People, logins, notes, stores and every secret go; charges and the log stay, for the books. */
async function eraseOf(tx: Tx, id: number): Promise<void> {
  await sql`
    with feeds as (
        update feed f
        set source = '{"kind": "upload"}', source_secret = null, schedule_active = false, next_run_tm = null
        from vendor_custom_feed c
        where c.vendor_id = ${id} and f.vendor_custom_feed_id = c.vendor_custom_feed_id),
      custom as (update vendor_custom_feed set active = false where vendor_id = ${id}),
      notes as (delete from vendor_note where vendor_id = ${id}),
      mails as (delete from notification_email where vendor_id = ${id}),
      auths as (delete from platform_auth where vendor_id = ${id}),
      filled as (delete from platform_field_value where vendor_id = ${id}),
      lock as (delete from vendor_lock where vendor_id = ${id})
    delete from contact where vendor_id = ${id}`.execute(tx)
  await sql`delete from vendor_store where vendor_id = ${id}`.execute(tx)
  await sql`delete from login where vendor_id = ${id}`.execute(tx)
}
