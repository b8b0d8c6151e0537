import type { DB } from '#server/db/tables.ts'

/** Reasons why a table keeps a vendor's rows. */
const books = 'billing history, kept for accounting'
const history = 'audit trail; contains no contact details'
const supplierFeed = 'custom feed runs and settings without the source; supplier data'
const inert = 'settings and counts of an inactive account; no personal data'
const sandbox = 'the built-in gateway’s own records, as a real gateway would keep'
const staffOnly = 'sums and the names of staff'
const shortLived = 'deleted by a timer within days'

/**
 * What erasing an account does to every table that holds rows of a vendor: `deleted`, directly or with what
 * the rows belong to; `cleared`, personal data and secrets are emptied; or kept, for the reason given. A test
 * compares this with the database, so that a new table isn't forgotten.
 */
export const erasure = {
  activity: { kept: history },
  bill_item: { kept: books },
  billing_contact: { kept: 'the invoice recipient, kept for accounting' },
  billing_extra: { kept: books },
  billing_period: { kept: books },
  billing_plan: { kept: books },
  contact: 'deleted',
  customer_view: 'deleted',
  dispute: { kept: books },
  ended_custom_feed: { kept: shortLived },
  feed: 'cleared',
  feed_back_test: { kept: supplierFeed },
  feed_expectation: { kept: supplierFeed },
  feed_file: 'cleared',
  feed_mapping_version: { kept: supplierFeed },
  feed_run: { kept: supplierFeed },
  feed_upload: { kept: shortLived },
  feed_run_file: { kept: supplierFeed },
  feed_run_issue: { kept: supplierFeed },
  gateway_difference: { kept: books },
  idempotency_key: 'deleted',
  incident: { kept: supplierFeed },
  incident_mail: { kept: 'deleted with the subscription; an account with subscriptions can’t be deleted' },
  integration_category: { kept: inert },
  integration_config: 'deleted',
  invoice: { kept: books },
  invoice_line: { kept: books },
  ledger_posting: { kept: books },
  ledger_transaction: { kept: books },
  list_export: 'deleted',
  login: 'deleted',
  login_use: 'deleted',
  mail: 'deleted',
  mail_unsubscribe: 'deleted',
  money_alone: { kept: books },
  money_approval: { kept: books },
  money_intent: { kept: books },
  notification_email: 'deleted',
  order_channel: 'deleted',
  passkey: 'deleted',
  passkey_challenge: 'deleted',
  password_reset: 'deleted',
  payment_customer: { kept: 'the gateway’s references to payments in the books' },
  payment_method: { kept: 'the card’s last four digits, shown in the books' },
  platform_auth: 'deleted',
  platform_field_value: 'deleted',
  price_rate: { kept: inert },
  price_rule: { kept: inert },
  product_alert: 'deleted',
  promo_code: { kept: 'our own offer; the affiliate is only a number' },
  promo_code_usage: { kept: books },
  promo_redemption: { kept: books },
  recovery_code: 'deleted',
  renewal_agreement: { kept: staffOnly },
  renewal_stop: { kept: staffOnly },
  renewal_trouble: { kept: inert },
  restricted_access: 'deleted',
  sandbox_dispute: { kept: sandbox },
  sandbox_payment: { kept: sandbox },
  sandbox_refund: { kept: sandbox },
  saved_view: 'deleted',
  second_factor: 'deleted',
  session: 'deleted',
<<<<<<< HEAD
  sign_in_failure: 'deleted',
  staff_invitation: { kept: 'invitations of staff, not of vendors' },
  sftp_host_key: 'deleted',
=======
  staff_invitation: { kept: 'invitations of staff, not of vendors' },
  sftp_host_key: 'deleted',
  sign_in_failure: 'deleted',
>>>>>>> main
  store_approval: 'deleted',
  store_call: 'deleted',
  store_move: 'deleted',
  store_outbox: 'deleted',
  store_product: 'deleted',
  store_shown: 'deleted',
  store_update: 'deleted',
  subscription: { kept: 'none: an account with integrations can’t be deleted' },
  subscription_config: {
    kept: 'deleted with the subscription; an account with subscriptions can’t be deleted',
  },
  subscription_warehouse: {
    kept: 'deleted with the subscription; an account with subscriptions can’t be deleted',
  },
  supplier_note: { kept: 'supplier notes, with the name of the staff member who wrote them' },
  vendor: 'cleared',
  vendor_category: { kept: inert },
  vendor_charge: { kept: books },
  vendor_custom_feed: 'cleared',
  vendor_lock: 'deleted',
  vendor_lock_access: 'deleted',
  vendor_market_map: { kept: inert },
  vendor_note: 'deleted',
  vendor_order_config: 'deleted',
  vendor_order_supplier: 'deleted',
  vendor_store: 'deleted',
  vendor_viewer: { kept: shortLived },
  verification: 'deleted',
} as const satisfies Partial<Record<keyof DB, 'deleted' | 'cleared' | { kept: string }>>
