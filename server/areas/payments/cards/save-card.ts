import { randomUUID } from 'node:crypto'
import type { BillingContactInput, BillingInformation } from '#contract/payments/billing-information.ts'
import { sql, type Db, type Tx } from '#server/platform/database/db.ts'
import { singleRow } from '#server/platform/database/sql.ts'
import { differences, write, type Activity, type Ctx, type Services } from '#server/platform/services.ts'
import { gatewayOf } from '../gateways/gateway-of.ts'
import type { CardSource, Payer, SavedCard } from '../gateways/gateway.ts'
import { sendMoney } from '../intents/intents.ts'
import { retryVendor } from '../renewals/retry-invoices.ts'

/**
 * Saves a vendor's card at the gateway, keeping what identifies it but never its number, and charges what is
 * owed at once (docs/domain/cards.md, Saving a card). Returns the ids of those intents.
 * @throws CardRefused: nothing is saved
 */
export async function saveCard(
  services: Services & Partial<Pick<Ctx, 'who' | 'requestId'>>,
  vendorId: number,
  source: CardSource,
  contact?: BillingContactInput,
): Promise<string[]> {
  const gateway = gatewayOf(services)
  const payer = await payerOf(services, vendorId)
  const card = await gateway.saveCard(`fs_${randomUUID()}`, payer, source)
  const name_on_card = 'card' in source ? source.card.name_on_card : ''
  const intents = await write(services, async (tx, logActivity) => {
    await sql`select from vendor where vendor_id = ${vendorId} for no key update`.execute(tx)
    await replaceCard(services, tx, { vendor_id: vendorId, gateway: gateway.name, card, name_on_card })
    if (contact) await logActivity(await saveContact(tx, vendorId, contact))
    await logActivity({
      type: 'payment.card',
      vendor_id: vendorId,
      entity: 'vendor',
      entity_id: vendorId,
      message: `Card saved: ${card.brand} ${card.last4}, expires ${card.exp_month}/${card.exp_year}`,
    })
    return retryVendor(services, tx, vendorId)
  })
  await sendMoney(services, intents)
  return intents
}

/** Changes the contact that a vendor's bills are addressed to; the card stays. */
export const saveBillingContact = (
  services: Services & Partial<Pick<Ctx, 'who' | 'requestId'>>,
  vendor_id: number,
  contact: BillingContactInput,
): Promise<void> =>
  write(services, async (tx, logActivity) => {
    await sql`select from vendor where vendor_id = ${vendor_id} for no key update`.execute(tx)
    await logActivity(await saveContact(tx, vendor_id, contact))
  })

/** A vendor as the gateway's customer. */
export async function payerOf(services: Services, vendor_id: number): Promise<Payer> {
  const { rows } = await sql<Omit<Payer, 'vendor_id'>>`
    select v.company, coalesce(c.email, '') as email, p.customer
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    left join payment_customer p on p.vendor_id = v.vendor_id and p.gateway = ${gatewayOf(services).name}
    where v.vendor_id = ${vendor_id}`.execute(services.db)
  return { vendor_id, ...singleRow(rows) }
}

/** What a contact has that was saved without these fields. */
const oldestSaved = sql`jsonb_build_object(
      'primary_phone', '', 'alternate_phone', '', 'daily_update_email', false)`
/** The contact that a vendor's bills are addressed to; by default its primary contact. */
export async function billingContactOf(db: Db, vendorId: number): Promise<BillingInformation['contact']> {
  const { rows } = await sql<{ contact: BillingInformation['contact'] }>`
    select ${oldestSaved} || coalesce(b.contact, jsonb_build_object(
        'first_name', coalesce(c.first_name, ''), 'last_name', coalesce(c.last_name, ''),
        'email', coalesce(c.email, ''), 'phone', coalesce(c.primary_phone, ''),
        'primary_phone', coalesce(c.primary_phone, ''), 'alternate_phone', coalesce(c.alternate_phone, ''),
        'daily_update_email', coalesce(c.daily_update_email, false),
        'address1', coalesce(c.address1, ''), 'address2', coalesce(c.address2, ''),
        'city', coalesce(c.city, ''), 'state', coalesce(c.state, ''), 'province', coalesce(c.province, ''),
        'zip', coalesce(c.zip, ''), 'country', coalesce(c.country, ''))) as contact
    from vendor v
    left join contact c on c.contact_id = v.primary_contact_id
    left join billing_contact b on b.vendor_id = v.vendor_id
    where v.vendor_id = ${vendorId}`.execute(db)
  return singleRow(rows).contact
}

/** Returns the activity to log; none if nothing changed. */
async function saveContact(tx: Tx, vendor_id: number, given: BillingContactInput): Promise<Activity[]> {
  const before = await billingContactOf(tx, vendor_id)
  const contact = { ...before, ...given }
  const changes = differences(before, contact)
  await tx
    .insertInto('billing_contact')
    .values({ vendor_id, contact: JSON.stringify(contact) })
    .onConflict((c) => c.column('vendor_id').doUpdateSet({ contact: JSON.stringify(contact) }))
    .execute()
  if (!changes) return []
  const message = 'Billing contact changed'
  return [{ type: 'payment.contact', vendor_id, entity: 'vendor', entity_id: vendor_id, message, changes }]
}

async function replaceCard(
  { clock }: Services,
  tx: Tx,
  {
    vendor_id,
    gateway,
    card,
    name_on_card,
  }: { vendor_id: number; gateway: string; card: SavedCard; name_on_card: string },
): Promise<void> {
  const tm = new Date(clock.now()).toISOString()
  await tx
    .insertInto('payment_customer')
    .values({ vendor_id, gateway, customer: card.customer })
    .onConflict((c) => c.column('vendor_id').doUpdateSet({ gateway, customer: card.customer }))
    .execute()
  await tx
    .updateTable('payment_method')
    .set({ removed_tm: tm })
    .where('vendor_id', '=', vendor_id)
    .where('removed_tm', 'is', null)
    .execute()
  await tx
    .insertInto('payment_method')
    .values({
      vendor_id,
      gateway,
      method: card.method,
      card_type_id: card.card_type_id,
      brand: card.brand,
      last4: card.last4,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      name_on_card,
      insert_tm: tm,
    })
    .execute()
}
