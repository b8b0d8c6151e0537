// Made by `npm run tables` from the migrations: do not edit.
import type { ColumnType, Generated } from 'kysely'

// oxlint-disable-next-line typescript/no-explicit-any -- each column's shape is parsed where it is read
export type Json = ColumnType<any, string | null | undefined, unknown>

export interface ActiveVendorDay {
  day: string
  users: number
}

export interface Activity {
  activity_id: Generated<number>
  tm: Generated<string>
  type: string
  message: string
  action_by: number | null
  action_by_name: string
  vendor_id: number | null
  dropshipper_id: number | null
  entity: string | null
  entity_id: string | null
  changes: Json
  reason: string | null
  request_id: string | null
}

export interface AsinBatch {
  asin_batch_id: Generated<number>
  kind: string
  market_id: number
  dropshipper_id: number | null
  upto_id: number | null
  accepted: Generated<number>
  sampled: Generated<number>
  login_id: number | null
  requested_by: string
  job_id: number | null
  insert_tm: Generated<string>
  done_tm: string | null
  undo_by: string | null
  undone_tm: string | null
  undo_done_tm: string | null
  restored: Generated<number>
  kept: Generated<number>
}

export interface AsinHoldLift {
  dropshipper_id: number
  market_id: number
  lifted_by_name: string
  lifted_tm: Generated<string>
}

export interface AsinItem {
  market_id: number
  asin: string
  title: string | null
  brand: string | null
  model: string | null
  image: string | null
  price: string | null
  pack: number | null
  gtins: Generated<string[]>
  source: string
  seen_tm: Generated<string>
}

export interface AsinStage {
  asin_upload_id: number
  line: number
  asin: string | null
  product_id: number | null
  sku_key: string | null
  prefix: string | null
  gtin: string | null
  title: string | null
  brand: string | null
  model: string | null
  image: string | null
  price: string | null
  pack: number | null
  decision: string | null
  column_name: string | null
  value: string | null
  reason: string | null
  cells: Json
  found_id: number | null
  outcome: string | null
}

export interface AsinUpload {
  asin_upload_id: Generated<number>
  job_id: number | null
  login_id: number | null
  requested_by: string
  dropshipper_id: number | null
  market_id: number
  file_key: string | null
  file_name: string
  bytes: number
  columns: string[]
  rows_read: Generated<number>
  added: Generated<number>
  unchanged: Generated<number>
  refused_before: Generated<number>
  conflicts: Generated<number>
  errors: Generated<number>
  repeated: Generated<number>
  green: Generated<number>
  amber: Generated<number>
  grey: Generated<number>
  unmatched: Generated<number>
  insert_tm: Generated<string>
  read_tm: string | null
  end_tm: string | null
}

export interface AsinUploadIssue {
  asin_upload_id: number
  line: number
  column_name: string
  value: string
  reason: string
  cells: Json
}

export interface AttemptLimit {
  bucket: string
  attempts: number
  tm: Generated<string>
  next_tm: string
}

export interface BillItem {
  bill_item_id: Generated<number>
  vendor_id: number
  kind: string
  text: string
  amount: string
  insert_tm: string
  invoice_id: number | null
  of_invoice: number | null
}

export interface BillingContact {
  vendor_id: number
  contact: Json
}

export interface BillingExtra {
  vendor_id: number
  billing_extra_type_id: number
  billing_extra_cost: string
}

export interface BillingExtraType {
  billing_extra_type_id: Generated<number>
  billing_extra_name: string
  insert_tm: Generated<string>
}

export interface BillingPeriod {
  vendor_id: number
  starts: string
  ends: string
  follows: string | null
  anew: string | null
  invoice_id: number
  plan_name: string | null
  plan_fee: string
}

export interface BillingPlan {
  vendor_id: number
  monthly_fee: string
  custom_billing_plan_start_tm: string
  billing_plan_will_expire: boolean
  billing_plan_expiration_date: string | null
  billing_plan_default_id: number | null
}

export interface BooksCheck {
  name: string
  broken: number
  found: Json
  checked_tm: string
  broken_since: string | null
}

export interface BrandAlias {
  alias: string
  brand: string
}

export interface Campaign {
  campaign_id: Generated<number>
  campaign_name: string
  code: string
  landing_url: string
  vendor_affiliate_id: number | null
  promo_code_id: number | null
  ended_tm: string | null
  insert_tm: Generated<string>
}

export interface CampaignOpening {
  campaign_id: number
  day: string
  openings: number
}

export interface CardLink {
  card_link_id: Generated<number>
  token_hash: Buffer
  vendor_id: number
  recipients: string[]
  sent_by: number | null
  sent_by_name: string
  insert_tm: string
  expires_tm: string
  opened_tm: string | null
}

export interface Carrier {
  carrier_id: number
  carrier_name: string
}

export interface CatalogCategory {
  catalog_category_id: Generated<number>
  catalog_category_name: string
}

export interface ClientError {
  fingerprint: Buffer
  uri: string
  message: string
  stack_trace: string
  cause: string
  times: Generated<number>
  first_tm: Generated<string>
  last_tm: Generated<string>
}

export interface ClockOff {
  server: string
  ahead_seconds: number
  tm: Generated<string>
}

export interface Contact {
  contact_id: Generated<number>
  vendor_id: number
  first_name: Generated<string>
  last_name: Generated<string>
  email: string
  daily_update_email: Generated<boolean>
  primary_phone: Generated<string>
  address1: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  country: Generated<string>
  person_key: Generated<string>
  name_key: Generated<string>
  phone: Generated<string>
  alternate_phone: Generated<string>
  address2: Generated<string>
  province: Generated<string>
}

export interface Currency {
  currency_id: number
  currency_name: string
  symbol: string
}

export interface CustomerRequest {
  customer_request_id: Generated<number>
  vendor_id: number
  kind: string
  dropshipper_id: number | null
  vendor_plan_type_id: number | null
  comment: Generated<string>
  requested_by: string | null
  insert_tm: Generated<string>
  withdrawn_tm: string | null
  answered_tm: string | null
  answered_by_name: string | null
  accepted: boolean | null
  answer: Generated<string>
}

export interface CustomerView {
  customer_view_id: Generated<number>
  session_hash: Buffer
  login_id: number
  viewer: string
  vendor_id: number
  customer_login_id: number
  customer: string
  began_tm: string
  ends_tm: string
  ended_tm: string | null
}

export interface Demonstration {
  one: Generated<boolean>
  begun_tm: Generated<string>
  ready_tm: string | null
}

export interface DirectOrder {
  direct_order_id: number
  direct_user_id: number
  ordered_at: string
  changed_at: string
  state: string
  cost: string
  paid_at: string | null
}

export interface DirectPlanType {
  direct_plan_type_id: number
  name: string
  monthly_fee: string
  monthly_orders: number
  is_offered: Generated<boolean>
}

export interface DirectSync {
  one: Generated<boolean>
  orders_through: string | null
  users_tm: string | null
}

export interface DirectUser {
  direct_user_id: number
  email: string
  direct_plan_type_id: number | null
  next_charge_date: string | null
  monthly_orders_remaining: number
  registered_at: string
  remote: Json
  remote_version: string | null
  unsent: Generated<string[]>
  synced_tm: string | null
}

export interface Dispute {
  gateway: string
  gateway_ref: string
  vendor_charge_id: number
  vendor_id: number
  amount: string
  reason: string
  state: string
  insert_tm: string
  turn: Generated<number>
  changed_tm: string | null
  due_by: string | null
  answered: Generated<boolean>
  reminded_tm: string | null
}

export interface Dropshipper {
  dropshipper_id: Generated<number>
  supplier_name: string
  dropshipper_prefix: string
  supplier_type: Generated<string>
  allow_browse: Generated<number>
  integrated: Generated<boolean>
  custom_feed_support: Generated<number>
  automated_variant_mapping: Generated<boolean>
  variant_mapping_update_tm: string | null
  supports_inventory_automation: Generated<boolean>
  supports_order_automation: Generated<boolean>
  allows_ebay: Generated<boolean>
  allows_amazon: Generated<boolean>
  allows_marketplace: Generated<boolean>
  description: Generated<string>
  primary_contact_info: Generated<string>
  ordering_info: Generated<string>
  pricing_info: Generated<string>
  account_setup_info: Generated<string>
  policy_info: Generated<string>
  max_file_age_allowed_in_days: Generated<number>
  hidden_from_report: Generated<boolean>
  report_note: Generated<string>
  votes: Generated<number>
  active_products: Generated<number>
  insert_tm: Generated<string>
  logo_key: string | null
  featured_order: number | null
  monthly_report: string | null
}

export interface DropshipperCategory {
  dropshipper_id: number
  catalog_category_id: number
}

export interface DropshipperCurrency {
  dropshipper_id: number
  currency_id: number
}

export interface DropshipperCustomFeedField {
  custom_feed_field_id: Generated<number>
  dropshipper_id: number
  name: string
  required: Generated<boolean>
  field_order: Generated<number>
}

export interface DropshipperLocation {
  dropshipper_location_id: number
  dropshipper_location_name: string
}

export interface DropshipperShippingLocation {
  dropshipper_id: number
  dropshipper_location_id: number
}

export interface EmailChange {
  login_id: number
  email: string
  token_hash: Buffer
  insert_tm: Generated<string>
  expires_tm: string
}

export interface EndedCustomFeed {
  feed_id: number
  vendor_id: number
  dropshipper_id: number
  ended_tm: Generated<string>
}

export interface Feed {
  feed_id: Generated<number>
  dropshipper_id: number
  vendor_custom_feed_id: number | null
  source: Json
  source_secret: string | null
  format: Json
  mapping: Json
  mapping_version: Generated<number>
  rules: Json
  one_time_threshold_percent: string | null
  upload_key: string | null
  upload_name: string | null
  upload_tm: string | null
  schedule_active: Generated<boolean>
  schedule_cron: string | null
  schedule_tz: Generated<string>
  next_run_tm: string | null
  etag: string | null
  last_modified: string | null
  current_run_id: number | null
  updated_tm: Generated<string>
  indexed_upto: Generated<number>
  variants_upto: Generated<number>
  indexed_tm: string | null
  headings_key: string | null
}

export interface FeedBackTest {
  feed_back_test_id: Generated<number>
  feed_id: number
  settings: Json
  asked_by: string
  job_id: number | null
  files: Json
  of_files: number
  insert_tm: Generated<string>
  end_tm: string | null
  reason: string | null
}

export interface FeedExpectation {
  feed_expectation_id: Generated<number>
  feed_id: number
  measure: string
  limit_percent: string
  feed_run_id: number
  reason: string
  expected_by: string
  insert_tm: Generated<string>
  until_tm: string
  revoked_by: string | null
  revoked_tm: string | null
  field: string | null
  part: string | null
  sign: Generated<number>
}

export interface FeedFile {
  feed_file_id: Generated<number>
  feed_id: number
  position: number
  name: string
  source: Json
  source_secret: string | null
  upload_key: string | null
  upload_name: string | null
  upload_tm: string | null
  etag: string | null
  last_modified: string | null
  format: Json
  mapping: Json
}

export interface FeedMappingVersion {
  feed_id: number
  version: number
  mapping: Json
  saved_by: string
  saved_tm: Generated<string>
}

export interface FeedRun {
  feed_run_id: Generated<number>
  feed_id: number
  dropshipper_id: number
  job_id: number | null
  dry: Generated<boolean>
  started_by: Generated<string>
  state: Generated<string>
  attempt: Generated<number>
  previous_run_id: number | null
  file_key: string | null
  file_name: string | null
  file_bytes: number | null
  file_tm: string | null
  encoding: string | null
  settings_hash: string | null
  phase: string | null
  phases: Json
  rows_read: Generated<number>
  rows_accepted: Generated<number>
  rows_rejected: Generated<number>
  rows_warned: Generated<number>
  rows_known: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  deleted: Generated<number>
  stats: Json
  decision: Json
  impact: Json
  reason: string | null
  reason_code: string | null
  rejected_key: string | null
  fingerprint_key: string | null
  approved_by: string | null
  approve_reason: string | null
  insert_tm: Generated<string>
  start_tm: string | null
  end_tm: string | null
  applied_tm: string | null
  product_upto: number | null
  changes_key: string | null
  bytes_read: Generated<number>
  facts: Json
  kept: Generated<number>
  skipped: Generated<number>
  mends_run_id: number | null
  mended_key: string | null
  changes_removed_tm: string | null
  rows_left_out: Generated<number>
  fault: Json
}

export interface FeedRunFile {
  feed_run_id: number
  feed_file_id: number
  position: number
  name: string
  file_key: string
  file_name: string
  file_bytes: number
  file_tm: string | null
  seen: Json
}

export interface FeedRunIssue {
  feed_run_id: number
  severity: string
  reason: string
  rows: number
  examples: Json
}

export interface FeedUpload {
  key: string
  login_id: number
  bytes: number
  tm: Generated<string>
}

export interface GatewayDifference {
  gateway_difference_id: Generated<number>
  gateway: string
  kind: string
  ref: string
  what: string
  vendor_id: number | null
  money_intent_id: string | null
  ours: string
  theirs: string
  found_tm: string
  seen_tm: string
  gone_tm: string | null
  accepted_by: number | null
  accepted_by_name: string | null
  accepted_tm: string | null
  accepted_reason: string | null
}

export interface GatewayEvent {
  gateway: string
  event_id: string
  type: string
  about: Json
  tm: string
  processed_tm: string | null
  tries: Generated<number>
  next_try_tm: string | null
  last_error: string | null
}

export interface GatewayListed {
  kind: string
  ref: string
  key: string
  amount: string
  state: string
  customer: string | null
  payment: string | null
}

export interface GatewayWatch {
  gateway: string
  events_upto: string
  reconciled_tm: string | null
  failing_since: string | null
  failure: string | null
}

export interface IdempotencyKey {
  login_id: number
  key: string
  operation: string
  input_hash: Buffer
  request_id: string
  answer: string | null
  tm: Generated<string>
}

export interface Incident {
  incident_id: Generated<number>
  feed_id: number
  kind: string
  reason_code: string | null
  began_tm: string
  seen_tm: string
  well_tm: string | null
  ended_tm: string | null
  told_tm: string | null
  told_well_tm: string | null
}

export interface IncidentMail {
  vendor_id: number
  dropshipper_id: number
  since_tm: string
}

export interface IndexPending {
  feed_id: number
  product_id: number
}

export interface IntegrationCategory {
  vendor_market_map_id: number
  category: string
  market_category: string
  insert_tm: Generated<string>
}

export interface IntegrationConfig {
  vendor_market_map_id: number
  market_config_id: number
  config_value: string
}

export interface IntegrationEvent {
  integration_event_id: Generated<number>
  vendor_market_map_id: number
  vendor_id: number
  market_id: number
  dropshipper_id: number
  tm: string
  what: string
  by_name: string
  from_log: Generated<boolean>
}

export interface Invitation {
  invitation_id: Generated<number>
  token_hash: Buffer
  email: string
  company: string
  insert_tm: Generated<string>
  expires_tm: string
  used_tm: string | null
}

export interface Invoice {
  invoice_id: Generated<number>
  vendor_id: number
  series: string
  number: number
  kind: string
  issued_on: string
  issued_tm: string
  total: string
  credit_note_of: number | null
  bill_to: Json
  paid_tm: string | null
  written_off_tm: string | null
  next_try: string | null
  tries: Generated<number>
  period_starts: string | null
  period_ends: string | null
  written_off_reason: string | null
}

export interface InvoiceCounter {
  series: string
  last: Generated<number>
}

export interface InvoiceLine {
  invoice_id: number
  line_no: number
  kind: string
  text: string
  amount: string
}

export interface Job {
  job_id: Generated<number>
  boss_id: string | null
  job_type: string
  category: string
  job_status: Generated<number>
  job_rank: Generated<number>
  param_name: string | null
  param_value: string | null
  subject: string | null
  payload: Json
  vcpu: Generated<number>
  attempt: Generated<number>
  server: string | null
  requested_by: Generated<string>
  queued_tm: Generated<string>
  job_start_time: string | null
  job_end_time: string | null
  heartbeat_tm: string | null
  progress: number | null
  progress_text: string | null
  result: Json
  reason: string | null
  terminate_reason: string | null
  terminate_by: string | null
  cause: Generated<string | null>
  replayed_by: number | null
}

export interface JobAttempt {
  job_id: number
  attempt: number
  server: string
  start_tm: Generated<string>
  end_tm: string | null
  outcome: string | null
  reason: string | null
}

export interface JobLog {
  job_log_id: Generated<number>
  job_id: number
  tm: Generated<string>
  attempt: number
  level: string
  message: string
}

export interface JobServer {
  server: string
  vcpus: number
  vcpus_in_use: Generated<number>
  running_jobs: Generated<number>
  started_tm: Generated<string>
  heartbeat_tm: Generated<string>
  downloads: Generated<number>
  downloads_in_use: Generated<number>
  disk_free_bytes: number | null
}

export interface JobTerm {
  kind: string
  term: string
}

export interface LedgerAccount {
  account: string
  name: string
}

export interface LedgerPosting {
  ledger_transaction_id: number
  line_no: number
  vendor_id: number
  account: string
  amount: string
}

export interface LedgerSum {
  month: string
  account: string
  how: string
  comes: boolean
  amount: string
}

export interface LedgerSummed {
  one: Generated<boolean>
  through: number
}

export interface LedgerTransaction {
  ledger_transaction_id: Generated<number>
  key: string
  vendor_id: number
  tm: string
  what: string
  reverses: number | null
}

export interface ListExport {
  list_export_id: Generated<number>
  login_id: number
  list: string
  format: string
  columns: Json
  input: Json
  file_name: string
  job_id: number | null
  file_key: string | null
  rows_written: number | null
  bytes: number | null
  insert_tm: Generated<string>
}

export interface Login {
  login_id: Generated<number>
  vendor_id: number
  email: string
  password_hash: string
  role: string
  last_acknowledge_tm: Generated<string>
  insert_tm: Generated<string>
  needs_verification: Generated<boolean>
  disabled_tm: string | null
  disabled_by_name: string | null
  disabled_reason: string | null
  signed_in_tm: string | null
  warned_tm: string | null
  role_by: number | null
  role_tm: string | null
  time_zone: string | null
}

export interface LoginIdentity {
  issuer: string
  subject: string
  login_id: number
  insert_tm: Generated<string>
}

export interface LoginUse {
  login_id: number
  seen_tm: string
}

export interface Mail {
  mail_id: Generated<number>
  tm: Generated<string>
  recipient: string
  subject: string
  body: string
  sent_tm: string | null
  error: string | null
  vendor_id: number | null
  kind: string | null
  tries: Generated<number>
  next_try_tm: Generated<string>
  files: Generated<number[]>
}

export interface MailFile {
  mail_file_id: Generated<number>
  name: string
  type: string
  content: Buffer
  tm: Generated<string>
}

export interface MailTrouble {
  address: string
  what: string
  reason: string
  tm: string
}

export interface MailUnsubscribe {
  vendor_id: number
  address: string
  kind: string
  tm: Generated<string>
}

export interface Market {
  market_id: number
  market_name: string
  platform_id: number | null
}

export interface MarketConfig {
  market_config_id: Generated<number>
  market_id: number
  config_name: string
  config_label: string
  config_type: string
  config_hint: Generated<string>
  config_options: Json
  default_value: Generated<string>
  is_needed: Generated<boolean>
  config_order: Generated<number>
}

export interface Migration {
  name: string
  applied_tm: Generated<string>
}

export interface MoneyAlone {
  money_alone_id: Generated<number>
  login_id: number
  vendor_id: number | null
  act: string
  amount: string
  tm: string
  second_person_above: string | null
  money_intent_id: string | null
  across_acts: Generated<boolean>
}

export interface MoneyApproval {
  money_approval_id: Generated<number>
  vendor_id: number | null
  act: string
  amount: string
  request: Json
  asked_by: number
  asked_by_name: string
  insert_tm: string
  state: Generated<string>
  decided_by: number | null
  decided_by_name: string | null
  decided_tm: string | null
  money_intent_id: string | null
  text: string | null
  is_request: Generated<boolean>
}

export interface MoneyIntent {
  money_intent_id: string
  vendor_id: number
  kind: string
  amount: string
  state: Generated<string>
  gateway: string
  gateway_ref: string | null
  request: Json
  card: string | null
  invoice_id: number | null
  try_no: number | null
  refund_of: number | null
  terms: Json
  asked_by: number | null
  asked_by_name: Generated<string>
  insert_tm: string
  sent_tm: string | null
  checks: Generated<number>
  next_check_tm: string
  flagged_tm: string | null
  last_error: string | null
  settled_tm: string | null
  second_person_above: string | null
  decided_by: number | null
}

export interface MoneySetting {
  only_row: Generated<boolean>
  second_person_above: string | null
}

export interface MrrSpan {
  vendor_id: number
  from_day: string
  to_day: string | null
  covered_to: string
  plan_cents: number
  extra_cents: number
  frozen_cents: number
  codes_cents: number
  mrr_cents: Generated<number>
  plan_name: string | null
  manager_vendor_id: number | null
  crm_owner_vendor_id: number | null
  arrival: string | null
  departure: string | null
  was_cents: number | null
  was_to: string | null
  stops_on: string | null
}

export interface NoticeDelivery {
  notice_delivery_id: Generated<number>
  system_message_id: number
  phase: string
  turn: Generated<number>
  notice_rule_id: number | null
  digest: Generated<boolean>
  login_id: number | null
  notice_endpoint_id: number | null
  insert_tm: Generated<string>
  due_tm: string
  state: Generated<string>
  dropped: string | null
  tries: Generated<number>
  claimed_tm: string | null
  sent_tm: string | null
  webhook_id: string | null
  answer_status: number | null
  answer_text: string | null
  answer_ms: number | null
}

export interface NoticeEndpoint {
  notice_endpoint_id: Generated<number>
  name: string
  form: string
  url_sealed: string
  host: string
  secret_sealed: string | null
  previous_secret_sealed: string | null
  previous_until: string | null
  state: Generated<string>
  failures: Generated<number>
  failing_since: string | null
  off_reason: string | null
  made_by_name: string
  insert_tm: Generated<string>
  version: Generated<number>
}

export interface NoticeEvent {
  event_id: number
  system_message_id: number
  tm: string
  what: string
  severity: number
  message: string
}

export interface NoticeInbox {
  event_id: Generated<number>
  tm: Generated<string>
  since_tm: string | null
  kind: string
  event_key: string
  what: string
  severity: number
  message: string
  link: string | null
  dropshipper_id: number | null
  vendor_custom_feed_id: number | null
  vendor_id: number | null
}

export interface NoticePerson {
  login_id: number
  time_zone: string
  quiet_from: string
  quiet_until: string
  work_days: number[]
  digests: string
  away_until: string | null
  version: Generated<number>
}

export interface NoticeRule {
  notice_rule_id: Generated<number>
  owner_login_id: number | null
  name: string
  categories: Generated<string[]>
  min_severity: Generated<number>
  scope: Generated<string>
  scope_ids: Generated<number[]>
  target: string
  to_login_id: number | null
  to_role: string | null
  to_endpoint_id: number | null
  at_once: Generated<boolean>
  active: Generated<boolean>
  insert_tm: Generated<string>
  version: Generated<number>
}

export interface NoticeSilence {
  notice_silence_id: Generated<number>
  login_id: number | null
  category: string | null
  kind: string | null
  dropshipper_id: number | null
  vendor_id: number | null
  from_tm: Generated<string>
  until_tm: string
  reason: string
  made_by_name: string
}

export interface NoticeTurn {
  notice_turn_id: Generated<number>
  step: number
  login_id: number
  from_tm: string
  until_tm: string
}

export interface NotificationEmail {
  vendor_id: number
  email: string
  billing: Generated<boolean>
  updates: Generated<boolean>
}

export interface OimSupplier {
  supplier_id: Generated<number>
  dropshipper_id: number | null
  supplier_name: string
  is_custom: Generated<boolean>
  insert_tm: Generated<string>
  delete_tm: string | null
  configs: Json
}

export interface OrderChannel {
  channel_id: Generated<number>
  vendor_id: number
  channel_name: string
  supported_channel_id: number
  enable_order_automation: boolean
  test_mode: boolean
  use_order_number_as_po: boolean
  fetch_last_xdays_order: number
  active: boolean
  disable_tracking_update: boolean
  insert_tm: string
  delete_tm: string | null
}

export interface Passkey {
  passkey_id: Generated<number>
  login_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  insert_tm: Generated<string>
  used_tm: string | null
}

export interface PasskeyChallenge {
  challenge: string
  login_id: number | null
  expires_tm: string
}

export interface PasswordReset {
  token_hash: Buffer
  login_id: number
  insert_tm: Generated<string>
  expires_tm: string
  used_tm: string | null
}

export interface PaymentCustomer {
  vendor_id: number
  gateway: string
  customer: string
}

export interface PaymentMethod {
  payment_method_id: Generated<number>
  vendor_id: number
  gateway: string
  method: string
  card_type_id: number | null
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  name_on_card: Generated<string>
  insert_tm: string
  removed_tm: string | null
}

export interface PlanChange {
  plan_change_id: Generated<number>
  vendor_id: number
  tm: string
  from_plan_type_id: number | null
  to_plan_type_id: number | null
  from_own_fee: string | null
  to_own_fee: string | null
  by_name: string
  from_log: Generated<boolean>
}

export interface PlanType {
  vendor_plan_type_id: number
  name: string
  monthly_fee: string
  priority_support: Generated<boolean>
  families: Generated<string[]>
}

export interface Platform {
  platform_id: Generated<number>
  platform_name: string
  platform_handle: string
  market_id: number | null
  display_url: Generated<string>
  logo_key: string | null
  is_purchasable: Generated<boolean>
  supports_order_automation: Generated<boolean>
  requires_pro_plan: Generated<boolean>
  requires_enterprise_plan: Generated<boolean>
  is_marketplace: Generated<boolean>
  is_mcm: Generated<boolean>
  hide_confirm_integration_type: Generated<boolean>
  insert_tm: Generated<string>
}

export interface PlatformAuth {
  platform_auth_id: Generated<number>
  vendor_id: number
  market_id: number
  account_name: string
  authorized_tm: Generated<string>
  expires_tm: string | null
  revoked_tm: string | null
  last_used_tm: string | null
}

export interface PlatformField {
  platform_field_id: Generated<number>
  platform_id: number
  field_name: string
  field_handle: string
  field_order: number
  field_data_type: string
  field_data_options: Json
  required: Generated<boolean>
  show_hide_for_market: Json
  seeded_from_auth_field: Generated<string>
  connects_with_type: string | null
  connects_with: Generated<string>
  conditions: Json
}

export interface PlatformFieldValue {
  platform_field_id: number
  vendor_id: number
  vendor_store_id: number | null
  vendor_market_map_id: number | null
  value: string | null
  secret: string | null
}

export interface PriceRate {
  vendor_id: number
  code: string
  rate: string
}

export interface PriceRule {
  price_rule_id: Generated<number>
  vendor_id: number
  place: number
  dropshipper_id: number | null
  market_id: number | null
  brand: string
  cat1: string
  cat2: string
  cat3: string
  cat4: string
  cat5: string
  markup_type_id: number
  markup_value: string | null
  tiers: Json
  add_shipping: boolean
  add_dropship_fee: boolean
  minimum_margin: string | null
  ignore_map: boolean
  cap_at_msrp: boolean
  round_to: number | null
}

export interface Product {
  product_id: Generated<number>
  feed_id: number
  dropshipper_id: number
  content_hash: number
  product_status_id: Generated<number>
  created_run_id: number
  updated_run_id: number
  gone_tm: string | null
  quantity: Generated<number>
  sku: string
  supplier_product_id: string | null
  title: string | null
  description: string | null
  manufacturer: string | null
  categories: string | null
  images: string | null
  wholesale_price: string | null
  msrp: string | null
  map_price: string | null
  dropship_fee: string | null
  shipping_cost: string | null
  weight: string | null
  length: string | null
  width: string | null
  height: string | null
  upc: string | null
  ean: string | null
  isbn: string | null
  asin: string | null
  unspsc: string | null
  currency: string | null
  parent_sku: string | null
  options: string | null
  unread_run_id: number | null
}

export interface ProductAlert {
  product_alert_id: Generated<number>
  vendor_id: number
  email: string
  email_key: Generated<string>
  dropshipper_id: number
  alert_frequency_id: Generated<number>
  next_on: string
  since_run_id: number
  since_tm: string
  shown_run_id: number
  shown_tm: string
  told_tm: string | null
}

export interface ProductAsin {
  product_id: number
  market_id: number
  asin: string
  how: string
  product_asin_match_id: number | null
  decided_by: number | null
  decided_by_name: string
  decided_tm: Generated<string>
  asin_batch_id: number | null
}

export interface ProductAsinCandidate {
  product_asin_match_id: number
  asin: string
  score: number
  class: string
  reasons: Json
  rank: number
}

export interface ProductAsinDecision {
  product_asin_decision_id: Generated<number>
  product_asin_match_id: number
  product_id: number
  market_id: number
  asin: string | null
  how: string
  before: Json
  is_sample: Generated<boolean>
  login_id: number | null
  decided_by_name: string
  asin_batch_id: number | null
  tm: Generated<string>
  undone_tm: string | null
  class: string | null
  suggested: string | null
}

export interface ProductAsinMatch {
  product_asin_match_id: Generated<number>
  product_id: number
  market_id: number
  dropshipper_id: number
  class: Generated<string>
  best_score: Generated<number>
  state: Generated<string>
  made_for: number | null
  asin_upload_id: number | null
  is_compared: Generated<boolean>
  is_sample: Generated<boolean>
  held_by: number | null
  held_until: string | null
  skipped_tm: string | null
  version: Generated<number>
  updated_tm: Generated<string>
}

export interface ProductAsinRefused {
  product_id: number
  market_id: number
  asin: string
  product_asin_decision_id: number | null
  refused_by_name: string
  tm: Generated<string>
}

export interface ProductBefore {
  product_id: number
  feed_id: number
  dropshipper_id: number
  content_hash: number
  product_status_id: number
  created_run_id: number
  updated_run_id: number
  gone_tm: string | null
  quantity: number
  sku: string
  supplier_product_id: string | null
  title: string | null
  description: string | null
  manufacturer: string | null
  categories: string | null
  images: string | null
  wholesale_price: string | null
  msrp: string | null
  map_price: string | null
  dropship_fee: string | null
  shipping_cost: string | null
  weight: string | null
  length: string | null
  width: string | null
  height: string | null
  upc: string | null
  ean: string | null
  isbn: string | null
  asin: string | null
  unspsc: string | null
  currency: string | null
  parent_sku: string | null
  options: string | null
  feed_run_id: number
  kind: string
}

export interface ProductImage {
  product_image_id: Generated<number>
  dropshipper_id: number
  url: string
  host: string
  sku: string
  state: Generated<string>
  reason: string | null
  reason_code: string | null
  attempts: Generated<number>
  width: number | null
  height: number | null
  bytes: number | null
  file_key: string | null
  etag: string | null
  checked_tm: string | null
  next_check_tm: Generated<string>
}

export interface ProductIndex {
  product_id: number
  feed_id: number
  dropshipper_id: number
  sku_key: string
  upc_key: string | null
  asin_key: string | null
  words: string
}

export interface ProductVariant {
  product_id: number
  dropshipper_id: number
  mapping_status: string
  family: string | null
  product_variant_parent_id: number | null
  option_values: string[] | null
  tm: Generated<string>
}

export interface ProductVariantParent {
  product_variant_parent_id: Generated<number>
  dropshipper_id: number
  parent_sku: string
  title: string
  description: Generated<string>
  option_names: string[]
  automatic: Generated<boolean>
  insert_tm: Generated<string>
  updated_tm: Generated<string>
}

export interface PromoCode {
  promo_code_id: Generated<number>
  promo_code: string
  description: Generated<string>
  percentage_based: boolean
  discount: string
  enable_optimized_sync: Generated<boolean>
  billing_plan_id: number | null
  plan_only: string | null
  is_recurring: boolean
  recurring_billing_cycles: number | null
  dropshipper_id: number | null
  market_id: number | null
  vendor_affiliate_id: number | null
  promo_code_partner_id: number | null
  ends_on: string | null
  usage_limit: number | null
  added_tm: Generated<string>
}

export interface PromoCodePartner {
  promo_code_partner_id: Generated<number>
  partner_name: string
  insert_tm: Generated<string>
}

export interface PromoCodeUsage {
  promo_code_usage_id: Generated<number>
  vendor_id: number
  promo_code_id: number
  given_tm: Generated<string>
  given_by: string
  removed_tm: string | null
  removed_by: string | null
}

export interface PromoRedemption {
  promo_code_usage_id: number
  vendor_id: number
  period_starts: string
  amount: string
  tm: Generated<string>
}

export interface RateLimit {
  bucket: string
  window_start: string
  hits: number
}

export interface RecoveryCode {
  login_id: number
  code_hash: Buffer
  used_tm: string | null
}

export interface RegistrationSource {
  vendor_id: number
  campaign_id: number | null
  promo_code_id: number | null
  vendor_affiliate_id: number | null
  utm_source: Generated<string>
  utm_medium: Generated<string>
  utm_campaign: Generated<string>
}

export interface RenewalAgreement {
  renewal_stop_id: number
  login_id: number
  name: string
  invoices: number
  amount: string
  tm: string
}

export interface RenewalDay {
  day: string
  completed_tm: string
  invoices: number
  amount: string
  vendors: number
}

export interface RenewalStop {
  renewal_stop_id: Generated<number>
  day: string
  state: string
  insert_tm: string
  invoices: number
  most_invoices: number
  amount: string
  most_amount: string
  vendors: number
  percent: number
  most_percent: number
  days: number | null
  most_days: number
  refused_by: number | null
  refused_by_name: string | null
  refused_tm: string | null
  reason: string | null
}

export interface RenewalTrouble {
  vendor_id: number
  step: string
  error: string
  since_tm: string
  tries: number
  next_try_tm: string
  cause: Generated<string>
}

export interface ReportCache {
  report: string
  answer: Json
  computed_tm: string
  computed_by: number | null
}

export interface ReportClosing {
  report_closing_id: Generated<number>
  month: string
  closed_tm: string
  closed_by: number | null
  closed_by_name: string
  reopened_tm: string | null
  reopened_by_name: string | null
  reopen_reason: string | null
}

export interface ReportDay {
  measure: string
  day: string
  key: Generated<string>
  value: string
}

export interface ReportDirty {
  report_dirty_id: Generated<number>
  vendor_id: number
  from_day: string
  what: string
  tm: Generated<string>
  spans_kept: Generated<boolean>
}

export interface ReportGoal {
  report_goal_id: Generated<number>
  year: number
  month: number
  which: string
  text: string
  value: string | null
  less_than: Generated<boolean>
  reason: string | null
  by_login: number
  by_name: string
  tm: Generated<string>
}

export interface ReportKept {
  only_row: Generated<boolean>
  kept_tm: string | null
  nightly_on: string | null
  open_month: string | null
  open_since: string | null
  open_reason: string | null
}

export interface ReportMail {
  report_mail_id: Generated<number>
  login_id: number
  report: string
  name: string
  search: string
  every: string
  day: number | null
  formats: string[]
  insert_tm: Generated<string>
  stopped_tm: string | null
  stopped_by_name: string | null
  hour: Generated<number>
  rescheduled_tm: string | null
}

export interface ReportMailRecipient {
  report_mail_id: number
  login_id: number
  copy_id: Generated<number>
  unopened: Generated<number>
}

export interface ReportMailSending {
  report_mail_sending_id: Generated<number>
  report_mail_id: number
  due_on: string
  state: Generated<string>
  why: string | null
  job_id: number | null
  recipients: number | null
  figures: Json
  ended_tm: string | null
}

export interface ReportMonth {
  report_closing_id: number
  month: string
  measure: string
  key: Generated<string>
  value: number
  frozen_tm: string
  value_now: number | null
  differs_tm: string | null
  differs_why: Json
}

export interface ReportNote {
  report_note_id: Generated<number>
  day: string
  text: string
  report: string | null
  by_login: number
  by_name: string
  tm: Generated<string>
}

export interface RestrictedAccess {
  vendor_id: number
  dropshipper_id: number
  note: string
  added_by: string
  created_tm: Generated<string>
}

export interface Retention {
  kind: string
  days: number
}

export interface RetentionDay {
  kind: string
  day: string
  rows: number
  bytes: number
  removed: Generated<number>
  upto: Generated<number>
  done_tm: string | null
}

export interface SandboxCard {
  method: string
  customer: string
  behaviour: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  refused: Generated<number>
  created_tm: string
}

export interface SandboxDispute {
  ref: string
  payment: string
  amount: string
  reason: string
  inquiry: boolean
  won: boolean
  created_tm: string
  closes_tm: string
  due_tm: string | null
}

export interface SandboxPayment {
  ref: string
  vendor_id: number
  customer: string
  method: string
  amount: string
  description: string
  hold: boolean
  state: Generated<string>
  code: string | null
  decline_code: string | null
  message: string | null
  created_tm: string
  confirmed_tm: string | null
  answered_tm: string | null
  untold: Generated<boolean>
}

export interface SandboxRefund {
  ref: string
  payment: string
  amount: string
  state: string
  settled_state: string
  created_tm: string
  settles_tm: string
}

export interface SavedView {
  saved_view_id: Generated<number>
  login_id: number
  list: string
  name: string
  search: string
  columns: Json
  shared: Generated<boolean>
  insert_tm: Generated<string>
  updated_tm: Generated<string>
}

export interface SearchWord {
  word: string
  products: number
}

export interface SecondFactor {
  login_id: number
  secret: string
  begun_tm: Generated<string>
  confirmed_tm: string | null
  last_step: Generated<number>
}

export interface ServerSample {
  server: string
  minute: string
  cpu: number
  memory_bytes: number
  running_jobs: number
  queued: number
}

export interface Session {
  token_hash: Buffer
  login_id: number
  insert_tm: Generated<string>
  expires_tm: string
  session_id: Generated<number>
  address: Generated<string>
  agent: Generated<string>
  seen_tm: Generated<string>
  fresh_tm: Generated<string>
  two_step: Generated<boolean>
}

export interface SftpHostKey {
  sftp_host_key_id: Generated<number>
  feed_id: number | null
  vendor_store_id: number | null
  host: string
  port: number
  key_sha256: string
  since_tm: Generated<string>
  offered_sha256: string | null
  offered_tm: string | null
}

export interface ShippingMethod {
  shipping_id: number
  carrier_id: number
  method_name: string
}

export interface SignInFailure {
  login_id: number
  network: string
  begin_tm: string
  times: number
  activity_id: number
}

export interface SignInRule {
  one: Generated<boolean>
  two_step_required: Generated<boolean>
}

export interface StaffInvitation {
  staff_invitation_id: Generated<number>
  token_hash: Buffer
  email: string | null
  role: string
  invited_by: number | null
  invited_by_name: string
  insert_tm: Generated<string>
  expires_tm: string
}

export interface StoreApproval {
  vendor_store_id: number
  product_id: number
  sinks: boolean
  price: string | null
}

export interface StoreCall {
  store_call_id: Generated<number>
  vendor_store_id: number
  store_update_id: number | null
  call_key: Generated<string>
  bucket: string
  told: string
  products: number
  state: Generated<string>
  requests: Generated<number>
  spent: Generated<string>
  live: Generated<number>
  refused: Generated<number>
  ticket: string | null
  poll_tm: string | null
  polls: Generated<number>
  said: string | null
  insert_tm: Generated<string>
  end_tm: string | null
}

export interface StoreGrant {
  vendor_store_id: number
  token_hash: string
  requested_by: number | null
  requested_by_name: string
  expires_tm: string
}

export interface StoreMove {
  vendor_store_id: number
  product_id: number
  moved_tm: Generated<string>
  sank: boolean
  price: string | null
}

export interface StoreOutbox {
  store_update_id: number
  lane: number
  product_id: number
  told: string
  sku: string
  title: string | null
  changes: Json
  before: Json
  seen_hash: number | null
  content_hash: number | null
  store_call_id: number | null
  alone: Generated<boolean>
}

export interface StoreProduct {
  vendor_store_id: number
  product_id: number
  seen_hash: number | null
  sent_tm: string | null
  in_store: Generated<boolean>
  quantity: number | null
  price: string | null
  list_price: string | null
  active: boolean | null
  content_hash: number | null
  store_update_id: number | null
  before: Json
  remote: Json
  refused_tm: string | null
  refused_why: string | null
  refused_text: string | null
  refused_update_id: number | null
  refused_times: Generated<number>
  last_quantity: number | null
  last_price: string | null
  differs_update_id: number | null
  differs: string | null
  differs_from: Json
  differs_by: Json
  again_tm: string | null
}

export interface StoreShown {
  store_update_id: number
  sku: string
  quantity: number | null
  price: string | null
  active: boolean | null
}

export interface StoreUpdate {
  store_update_id: Generated<number>
  vendor_store_id: number
  kind: string
  state: string
  back_of: number | null
  job_id: number | null
  requested_by: string
  shown: Generated<number>
  selling: Generated<number>
  priced: Generated<number>
  created: Generated<number>
  zeroed: Generated<number>
  price_changed: Generated<number>
  price_beyond: Generated<number>
  quantity_changed: Generated<number>
  content_changed: Generated<number>
  withheld: Json
  reasons: Generated<string[]>
  sent: Generated<number>
  files: Generated<number>
  bytes: Generated<number>
  insert_tm: Generated<string>
  planned_tm: string | null
  end_tm: string | null
  decided_by: string | null
  decided_reason: string | null
  refused: Generated<number>
  left_over: Generated<number>
  compared_to: Generated<number>
  differing: Json
  counted_tm: string | null
  shown_cursor: string | null
}

export interface Subscription {
  vendor_id: number
  dropshipper_id: number
  is_legacy: Generated<boolean>
  has_ebay_access: Generated<boolean>
  is_cancel_pending: Generated<boolean>
  insert_tm: Generated<string>
  vendor_supplier_id: Generated<number>
  is_pause_pending: Generated<boolean>
  paused_at: string | null
  pause_asked_tm: string | null
}

export interface SubscriptionConfig {
  vendor_supplier_id: number
  custom_feed_field_id: number
  value: string | null
  secret: string | null
}

export interface SubscriptionEvent {
  subscription_event_id: Generated<number>
  vendor_id: number
  dropshipper_id: number
  tm: string
  what: string
  reason_id: number | null
  comment: string | null
  by_customer: Generated<boolean>
  by_name: string
  had_days: number | null
  from_log: Generated<boolean>
}

export interface SubscriptionWarehouse {
  vendor_supplier_id: number
  dropshipper_id: number
  dropshipper_location_id: number
}

export interface SupplierConfig {
  dropshipper_id: number
  config_name: string
  config_value: Generated<string>
}

export interface SupplierNote {
  supplier_note_id: Generated<number>
  dropshipper_id: number
  note: string
  pinned: Generated<boolean>
  written_by: number | null
  written_by_name: string
  insert_tm: Generated<string>
  update_tm: string | null
  deleted_tm: string | null
}

export interface SupplierShipping {
  supplier_shipping_id: Generated<number>
  supplier_id: number
  shipping_code: string
  supplier_carrier_name: string
  shipping_id: number
  insert_tm: Generated<string>
}

export interface SystemMessage {
  id: Generated<number>
  insert_tm: Generated<string>
  category: string
  message: string
  link: string | null
  dropshipper_id: number | null
  vendor_custom_feed_id: number | null
  dismissed: Generated<boolean>
  dismissed_reason: string | null
  jira_ticket: string | null
  kind: string
  event_key: string | null
  severity: Generated<number>
  count: Generated<number>
  began_tm: Generated<string>
  last_tm: Generated<string>
  ended_tm: string | null
  ended_by: string | null
  reopened: Generated<number>
  flapping_tm: string | null
  taken_by: number | null
  taken_by_name: string | null
  taken_tm: string | null
  snoozed_until: string | null
  dismissed_by: number | null
  dismissed_by_name: string | null
  dismissed_tm: string | null
  previous_id: number | null
  vendor_id: number | null
  version: Generated<number>
  parent_id: number | null
}

export interface TimerTurn {
  name: string
  tm: string | null
  failed_tm: string | null
}

export interface Vendor {
  vendor_id: Generated<number>
  company: string
  is_staff: Generated<boolean>
  vendor_status_id: Generated<number>
  vendor_plan_type_id: number | null
  credit_available: Generated<string>
  next_charge_date: string | null
  account_manager_vendor_id: number | null
  crm_owner_vendor_id: number | null
  billing_failures: Generated<number>
  primary_contact_id: number | null
  insert_tm: Generated<string>
  company_key: Generated<string>
  logo_key: string | null
  order_volume: Generated<string>
  priority_support: boolean | null
  optimized_sync_oa: Generated<boolean>
  deleted_tm: string | null
  deleted_by_name: string | null
  erased_tm: string | null
  currency_id: Generated<number>
  pricing_version: Generated<number>
  has_custom_billing_plan: Generated<boolean>
  billing_anchor: string | null
  suspended_on: string | null
  daily_update_tm: string | null
}

export interface VendorCategory {
  vendor_id: number
  catalog_category_id: number
}

export interface VendorCharge {
  vendor_charge_id: Generated<number>
  vendor_id: number
  tm: Generated<string>
  amount: string
  credit_used: Generated<string>
  vendor_charge_trans_type_id: Generated<number>
  vendor_charge_status_id: number | null
  transaction_num: string | null
  charge_description: Generated<string>
  refund_tm: string | null
  vendor_charge_type_id: number | null
  ghost: Generated<boolean>
  money_intent_id: string | null
  invoice_id: number | null
  card: string | null
  card_exception: string | null
  decline_code: string | null
  refund_of: number | null
  refunded: Generated<string>
  refund_reserved: Generated<string>
  credit_back: Generated<string>
  credited: Generated<string>
}

export interface VendorCustomFeed {
  vendor_custom_feed_id: Generated<number>
  vendor_id: number
  dropshipper_id: number
  active: Generated<boolean>
  is_restricted_setup: Generated<boolean>
  is_custom_price_setup: Generated<boolean>
  hidden_from_report: Generated<boolean>
  report_note: Generated<string>
  dynamic_restricted_access: Generated<boolean>
  add_out_of_stock_product: Generated<boolean>
  dynamic_pricing_tier: string | null
  insert_tm: Generated<string>
}

export interface VendorHealth {
  vendor_id: number
  score: number | null
  cause: string | null
  owed: Generated<string>
  computed_tm: string | null
}

export interface VendorHealthTurn {
  one: Generated<boolean>
  activity_id: Generated<number>
  vendor_id: Generated<number>
}

export interface VendorLock {
  vendor_lock_id: Generated<number>
  vendor_id: number
  locked_by: number
  locked_by_vendor_id: number
  locked_by_name: string
  reason: string
  insert_tm: string
  worked_tm: string
}

export interface VendorLockAccess {
  vendor_lock_id: number
  login_id: number
  insert_tm: string
}

export interface VendorMarketMap {
  vendor_market_map_id: Generated<number>
  vendor_id: number
  market_id: number
  dropshipper_id: number
  is_activated: Generated<number>
  paused_at: string | null
  is_pause_pending: Generated<boolean>
  is_cancel_pending: Generated<boolean>
  last_modified_tm: Generated<string>
  vendor_store_id: number | null
  market_is_on: Generated<boolean>
  supplier_account_confirmed: Generated<boolean>
  access_details_provided: Generated<boolean>
  tools_configured: Generated<boolean>
  insert_tm: Generated<string>
  never_run_full_update: Generated<boolean>
  store_synchronize: Generated<boolean>
  full_product_import: Generated<boolean>
  upload_outofstock_product: Generated<boolean>
  support_multi_update: Generated<boolean>
  deactivate_inactive_products: Generated<boolean>
  support_product_attribute: Generated<boolean>
  special_attribute_enabled: Generated<boolean>
  image_upload: Generated<boolean>
  upload_multi_images: Generated<boolean>
  skip_multi_image: Generated<boolean>
  images_during_pqs: Generated<boolean>
  skip_color_variant_images: Generated<boolean>
  skip_quantity_updates: Generated<boolean>
  skip_price_updates: Generated<boolean>
  sell_below_map: Generated<boolean>
  include_msrp: Generated<boolean>
  allow_ignore_brand_map: Generated<boolean>
  allow_price_override_below_map: Generated<boolean>
  firearms_allowed: Generated<boolean>
  single_level_category: Generated<boolean>
  use_weight_scale: Generated<boolean>
  is_smart_update: Generated<boolean>
  load_child_product_conflicts: Generated<boolean>
  missing_lookup_products: Generated<boolean>
  delete_market_products: Generated<boolean>
  quantity_buffer: Generated<number>
  quantity_minimum: Generated<number>
  quantity_maximum: number | null
  weight_scale: Generated<string>
}

export interface VendorNote {
  vendor_note_id: Generated<number>
  vendor_id: number
  note: string
  note_type: number
  pinned: Generated<boolean>
  written_by: number | null
  written_by_name: string
  insert_tm: Generated<string>
  update_tm: string | null
  deleted_tm: string | null
}

export interface VendorOrderConfig {
  vendor_id: number
  supplier_id: number
  field_handle: string
  value: string | null
  secret: string | null
}

export interface VendorOrderSupplier {
  vendor_id: number
  supplier_id: number
  test_mode: Generated<boolean>
  insert_tm: string
  delete_tm: string | null
}

export interface VendorOwnerChange {
  vendor_owner_change_id: Generated<number>
  vendor_id: number
  role: string
  from_vendor_id: number | null
  to_vendor_id: number | null
  tm: string
  by_name: string
  from_log: Generated<boolean>
}

export interface VendorReceived {
  vendor_id: number
  amount: string
  first_tm: string | null
}

export interface VendorStatusChange {
  vendor_status_change_id: Generated<number>
  vendor_id: number
  tm: string
  from_id: number | null
  to_id: number
  why: string | null
  by_name: string
  from_log: Generated<boolean>
}

export interface VendorStore {
  vendor_store_id: Generated<number>
  vendor_id: number
  vendor_store_name: string
  market_id: number
  store_url: Generated<string>
  drop_to: Json
  drop_secret: string | null
  behind_since: string | null
  insert_tm: Generated<string>
  address_key: Generated<string>
  store_admin_url: Generated<string>
  store_admin_login: Generated<string>
  store_admin_secret: string | null
  database_name: Generated<string>
  database_username: Generated<string>
  database_secret: string | null
  image_file_path: Generated<string>
  custom_image_name: Generated<string>
  hold_zero_percent: Generated<string>
  hold_price_percent: Generated<string>
  price_bound_percent: Generated<string>
  stopped_reason: string | null
  stopped_tm: string | null
  waits_until: string | null
  waits_for: string | null
  late_since: string | null
  shop_currency: string | null
  shop_currency_tm: string | null
}

export interface VendorViewer {
  vendor_id: number
  login_id: number
  name: string
  since: string
  tm: string
}

export interface Verification {
  token_hash: Buffer
  login_id: number
  insert_tm: Generated<string>
  expires_tm: string
  used_tm: string | null
}

export interface DB {
  active_vendor_day: ActiveVendorDay
  activity: Activity
  asin_batch: AsinBatch
  asin_hold_lift: AsinHoldLift
  asin_item: AsinItem
  asin_stage: AsinStage
  asin_upload: AsinUpload
  asin_upload_issue: AsinUploadIssue
  attempt_limit: AttemptLimit
  bill_item: BillItem
  billing_contact: BillingContact
  billing_extra: BillingExtra
  billing_extra_type: BillingExtraType
  billing_period: BillingPeriod
  billing_plan: BillingPlan
  books_check: BooksCheck
  brand_alias: BrandAlias
  campaign: Campaign
  campaign_opening: CampaignOpening
  card_link: CardLink
  carrier: Carrier
  catalog_category: CatalogCategory
  client_error: ClientError
  clock_off: ClockOff
  contact: Contact
  currency: Currency
  customer_request: CustomerRequest
  customer_view: CustomerView
  demonstration: Demonstration
  direct_order: DirectOrder
  direct_plan_type: DirectPlanType
  direct_sync: DirectSync
  direct_user: DirectUser
  dispute: Dispute
  dropshipper: Dropshipper
  dropshipper_category: DropshipperCategory
  dropshipper_currency: DropshipperCurrency
  dropshipper_custom_feed_field: DropshipperCustomFeedField
  dropshipper_location: DropshipperLocation
  dropshipper_shipping_location: DropshipperShippingLocation
  email_change: EmailChange
  ended_custom_feed: EndedCustomFeed
  feed: Feed
  feed_back_test: FeedBackTest
  feed_expectation: FeedExpectation
  feed_file: FeedFile
  feed_mapping_version: FeedMappingVersion
  feed_run: FeedRun
  feed_run_file: FeedRunFile
  feed_run_issue: FeedRunIssue
  feed_upload: FeedUpload
  gateway_difference: GatewayDifference
  gateway_event: GatewayEvent
  gateway_listed: GatewayListed
  gateway_watch: GatewayWatch
  idempotency_key: IdempotencyKey
  incident: Incident
  incident_mail: IncidentMail
  index_pending: IndexPending
  integration_category: IntegrationCategory
  integration_config: IntegrationConfig
  integration_event: IntegrationEvent
  invitation: Invitation
  invoice: Invoice
  invoice_counter: InvoiceCounter
  invoice_line: InvoiceLine
  job: Job
  job_attempt: JobAttempt
  job_log: JobLog
  job_server: JobServer
  job_term: JobTerm
  ledger_account: LedgerAccount
  ledger_posting: LedgerPosting
  ledger_sum: LedgerSum
  ledger_summed: LedgerSummed
  ledger_transaction: LedgerTransaction
  list_export: ListExport
  login: Login
  login_identity: LoginIdentity
  login_use: LoginUse
  mail: Mail
  mail_file: MailFile
  mail_trouble: MailTrouble
  mail_unsubscribe: MailUnsubscribe
  market: Market
  market_config: MarketConfig
  migration: Migration
  money_alone: MoneyAlone
  money_approval: MoneyApproval
  money_intent: MoneyIntent
  money_setting: MoneySetting
  mrr_span: MrrSpan
  notice_delivery: NoticeDelivery
  notice_endpoint: NoticeEndpoint
  notice_event: NoticeEvent
  notice_inbox: NoticeInbox
  notice_person: NoticePerson
  notice_rule: NoticeRule
  notice_silence: NoticeSilence
  notice_turn: NoticeTurn
  notification_email: NotificationEmail
  oim_supplier: OimSupplier
  order_channel: OrderChannel
  passkey: Passkey
  passkey_challenge: PasskeyChallenge
  password_reset: PasswordReset
  payment_customer: PaymentCustomer
  payment_method: PaymentMethod
  plan_change: PlanChange
  plan_type: PlanType
  platform: Platform
  platform_auth: PlatformAuth
  platform_field: PlatformField
  platform_field_value: PlatformFieldValue
  price_rate: PriceRate
  price_rule: PriceRule
  product: Product
  product_alert: ProductAlert
  product_asin: ProductAsin
  product_asin_candidate: ProductAsinCandidate
  product_asin_decision: ProductAsinDecision
  product_asin_match: ProductAsinMatch
  product_asin_refused: ProductAsinRefused
  product_before: ProductBefore
  product_image: ProductImage
  product_index: ProductIndex
  product_variant: ProductVariant
  product_variant_parent: ProductVariantParent
  promo_code: PromoCode
  promo_code_partner: PromoCodePartner
  promo_code_usage: PromoCodeUsage
  promo_redemption: PromoRedemption
  rate_limit: RateLimit
  recovery_code: RecoveryCode
  registration_source: RegistrationSource
  renewal_agreement: RenewalAgreement
  renewal_day: RenewalDay
  renewal_stop: RenewalStop
  renewal_trouble: RenewalTrouble
  report_cache: ReportCache
  report_closing: ReportClosing
  report_day: ReportDay
  report_dirty: ReportDirty
  report_goal: ReportGoal
  report_kept: ReportKept
  report_mail: ReportMail
  report_mail_recipient: ReportMailRecipient
  report_mail_sending: ReportMailSending
  report_month: ReportMonth
  report_note: ReportNote
  restricted_access: RestrictedAccess
  retention: Retention
  retention_day: RetentionDay
  sandbox_card: SandboxCard
  sandbox_dispute: SandboxDispute
  sandbox_payment: SandboxPayment
  sandbox_refund: SandboxRefund
  saved_view: SavedView
  search_word: SearchWord
  second_factor: SecondFactor
  server_sample: ServerSample
  session: Session
  sftp_host_key: SftpHostKey
  shipping_method: ShippingMethod
  sign_in_failure: SignInFailure
  sign_in_rule: SignInRule
  staff_invitation: StaffInvitation
  store_approval: StoreApproval
  store_call: StoreCall
  store_grant: StoreGrant
  store_move: StoreMove
  store_outbox: StoreOutbox
  store_product: StoreProduct
  store_shown: StoreShown
  store_update: StoreUpdate
  subscription: Subscription
  subscription_config: SubscriptionConfig
  subscription_event: SubscriptionEvent
  subscription_warehouse: SubscriptionWarehouse
  supplier_config: SupplierConfig
  supplier_note: SupplierNote
  supplier_shipping: SupplierShipping
  system_message: SystemMessage
  timer_turn: TimerTurn
  vendor: Vendor
  vendor_category: VendorCategory
  vendor_charge: VendorCharge
  vendor_custom_feed: VendorCustomFeed
  vendor_health: VendorHealth
  vendor_health_turn: VendorHealthTurn
  vendor_lock: VendorLock
  vendor_lock_access: VendorLockAccess
  vendor_market_map: VendorMarketMap
  vendor_note: VendorNote
  vendor_order_config: VendorOrderConfig
  vendor_order_supplier: VendorOrderSupplier
  vendor_owner_change: VendorOwnerChange
  vendor_received: VendorReceived
  vendor_status_change: VendorStatusChange
  vendor_store: VendorStore
  vendor_viewer: VendorViewer
  verification: Verification
}
