import { keptDays } from '#contract/vendors/deletion.ts'
import type { RawBuilder } from 'kysely'
import { eachByItself } from '#server/platform/each.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { write, type Services } from '#server/platform/services.ts'

/** The most per turn; the next turn continues. */
const mostATurn = 200

/**
 * Permanently erases accounts that were deleted longer ago than they are kept, each in its own
 * transaction.
 */
export async function eraseAccounts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const isDue = sql`deleted_tm <= ${new Date(clock.now() - keptDays * 86_400_000).toISOString()}::timestamptz
    and erased_tm is null`
  const { rows } = await sql<{ vendor_id: number }>`
    select vendor_id
    from vendor
    where ${isDue}
    -- those that can't be erased don't stand before the others for ever
    order by random()
    limit ${mostATurn}`.execute(db)
  await eachByItself(rows, ({ vendor_id }) => erase({ db, clock }, vendor_id, isDue))
}

const erase = (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
  isDue: RawBuilder<unknown>,
): Promise<void> =>
  write({ db }, async (tx, logActivity) => {
    const { rows } = await sql<{ vendor_id: number; company: string }>`
      update vendor
      set erased_tm = ${new Date(clock.now()).toISOString()}, primary_contact_id = null, logo_key = null,
        account_manager_vendor_id = null, crm_owner_vendor_id = null
      where vendor_id = ${id} and ${isDue}
      returning vendor_id, company`.execute(tx)
    const due = rows[0]
    // restored, or erased by another process
    if (!due) return
    await eraseOf(tx, id)
    await logActivity({
      type: 'vendor.erase',
      vendor_id: due.vendor_id,
      entity: 'vendor',
      entity_id: due.vendor_id,
      message: `Account ${due.company} permanently deleted`,
    })
  })

/** Clears the source, password and upload of a feed or of a further file of one. */
const noSource = sql`
  source = '{"kind": "upload"}', source_secret = null, upload_key = null, upload_name = null,
  upload_tm = null, etag = null, last_modified = null`

/**
 * Deletes people, logins, notes, stores and every secret; charges and the log stay, for the books. Which table
 * is deleted, cleared or kept is listed in erasure.ts.
 */
async function eraseOf(tx: Tx, id: number): Promise<void> {
  await sql`
    with feeds as (
        update feed f
        set ${noSource}, schedule_active = false, next_run_tm = null
        from vendor_custom_feed c
        where c.vendor_id = ${id} and f.vendor_custom_feed_id = c.vendor_custom_feed_id),
      further as (
        update feed_file x
        set ${noSource}
        from feed f
        join vendor_custom_feed c using (vendor_custom_feed_id)
        where c.vendor_id = ${id} and x.feed_id = f.feed_id),
      host_keys as (
        delete from sftp_host_key k
        using feed f
        join vendor_custom_feed c using (vendor_custom_feed_id)
        where c.vendor_id = ${id} and k.feed_id = f.feed_id),
      custom as (update vendor_custom_feed set active = false, report_note = '' where vendor_id = ${id}),
      access as (delete from restricted_access where vendor_id = ${id}),
      comments as (update subscription_event set comment = null where vendor_id = ${id}),
      notes as (delete from vendor_note where vendor_id = ${id}),
      troubles as (
        delete from mail_trouble t
        using contact c
        where c.vendor_id = ${id} and t.address = lower(c.email)),
      mails as (delete from notification_email where vendor_id = ${id}),
      unsubscribed as (delete from mail_unsubscribe where vendor_id = ${id}),
      letters as (delete from mail where vendor_id = ${id}),
      notifications as (delete from system_message where vendor_id = ${id}),
      alerts as (delete from product_alert where vendor_id = ${id}),
      requests as (delete from customer_request where vendor_id = ${id}),
      auths as (delete from platform_auth where vendor_id = ${id}),
      filled as (delete from platform_field_value where vendor_id = ${id}),
      configured as (
        delete from integration_config c
        using vendor_market_map m
        where m.vendor_id = ${id} and c.vendor_market_map_id = m.vendor_market_map_id),
      order_channels as (delete from order_channel where vendor_id = ${id}),
      -- with what was filled in for each
      order_suppliers as (delete from vendor_order_supplier where vendor_id = ${id}),
      health as (update vendor_health set cause = null where vendor_id = ${id}),
      card_links as (delete from card_link where vendor_id = ${id}),
      lock as (delete from vendor_lock where vendor_id = ${id})
    delete from contact where vendor_id = ${id}`.execute(tx)
  await sql`delete from vendor_store where vendor_id = ${id}`.execute(tx)
  await sql`delete from login where vendor_id = ${id}`.execute(tx)
}
