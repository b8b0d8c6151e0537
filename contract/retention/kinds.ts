interface Kind {
  label: string
  /** The tables whose size is counted; the first one's rows are. */
  tables: readonly [string, ...string[]]
  /** What decides instead of days. */
  kept?: string
  /** How many days are kept, and what an admin may choose; undefined: they are never removed. */
  days?: number
  bounds?: readonly [least: number, most: number]
  /** Why they are kept so long, or for ever. */
  why: string
  /** What is kept longer. */
  longer?: string
}

const tenYears = 3650

/**
 * What is kept how long, and why: the one place that says it. Records without `bounds` keep these days, whoever
 * asks.
 */
export const retentionKinds = {
  run_products: {
    label: 'Products before each run',
    tables: ['product_before'],
    days: 90,
    bounds: [60, tenYears],
    why: 'Rollbacks and comparisons restore from them; the gate reads 30 days.',
    longer: 'Current and previous run of each feed',
  },
  run_issues: {
    label: 'Issues of runs',
    tables: ['feed_run_issue'],
    days: 120,
    bounds: [30, tenYears],
    why: 'Suppliers correct a file within weeks.',
    longer: 'Held, current and previous runs',
  },
  runs: {
    label: 'Feed runs',
    tables: ['feed_run', 'feed_run_file'],
    days: 400,
    bounds: [120, tenYears],
    why: 'A year shows a supplier’s seasons.',
    longer: 'Open, held, current and previous runs, each feed’s newest and last good run',
  },
  jobs: {
    label: 'Jobs and attempts',
    tables: ['job', 'job_attempt'],
    days: 180,
    bounds: [30, tenYears],
    why: 'Failures are compared over months.',
    longer: 'Jobs that haven’t ended',
  },
  job_logs: {
    label: 'Job logs',
    tables: ['job_log'],
    days: 30,
    bounds: [7, tenYears],
    why: 'Failures are investigated within days.',
    longer: 'Logs of jobs that haven’t ended',
  },
  activity: {
    label: 'Activity',
    tables: ['activity'],
    days: 1095,
    bounds: [400, tenYears],
    why: 'Shows who did what; disputes reach back a year or more.',
    longer: 'Activity about money',
  },
  incidents: {
    label: 'Incidents',
    tables: ['incident'],
    days: 400,
    bounds: [90, tenYears],
    why: 'A year shows a supplier’s reliability.',
    longer: 'Open incidents',
  },
  system_messages: {
    label: 'Notifications of staff',
    tables: ['system_message'],
    days: 365,
    bounds: [30, tenYears],
    why: 'Older ones are rarely read.',
    longer: 'Problems that still exist',
  },
  notice_events: {
    label: 'Events of notifications',
    tables: ['notice_event', 'notice_inbox'],
    days: 30,
    bounds: [7, 365],
    why: 'A problem’s history is read while it is new.',
  },
  notice_deliveries: {
    label: 'Messages about notifications',
    tables: ['notice_delivery'],
    days: 90,
    bounds: [7, 365],
    why: 'Support looks up who was notified for weeks after a problem.',
  },
  client_errors: {
    label: 'Browser errors',
    tables: ['client_error'],
    days: 30,
    bounds: [7, 365],
    why: 'Older ones are from versions that no longer run.',
  },
  mails: {
    label: 'Emails',
    tables: ['mail'],
    days: 30,
    bounds: [7, 365],
    why: 'Recipients are personal data; support needs a month.',
  },
  expectations: {
    label: 'Ended expectations',
    tables: ['feed_expectation'],
    days: 400,
    bounds: [30, tenYears],
    why: 'They explain runs of the same period.',
    longer: 'Expectations that still apply',
  },
  mappings: {
    label: 'Mapping versions',
    tables: ['feed_mapping_version'],
    days: 730,
    bounds: [90, tenYears],
    why: 'Show who changed a feed’s mapping.',
    longer: 'The current version of each feed',
  },
  back_tests: {
    label: 'Tests of past files',
    tables: ['feed_back_test'],
    days: 90,
    bounds: [7, tenYears],
    why: 'Run files are kept for 90 days, too.',
    longer: 'Running tests',
  },
  gateway_events: {
    label: 'Gateway events',
    tables: ['gateway_event'],
    days: 400,
    bounds: [90, tenYears],
    why: 'Gateways repeat events for 30 days; disputes last months.',
    longer: 'Unprocessed events',
  },
  money_alone: {
    label: 'Amounts below the approval limit',
    tables: ['money_alone'],
    days: 400,
    bounds: [90, tenYears],
    why: 'The limit counts the last day only. A year is kept for audits.',
  },
  exports: {
    label: 'Exported files',
    tables: ['list_export'],
    days: 7,
    why: 'Exports can be downloaded for 7 days.',
  },
  store_updates: {
    label: 'Store updates',
    tables: ['store_update', 'store_outbox', 'store_call', 'store_shown'],
    days: 90,
    why: 'They can be reverted and compared for 90 days.',
    longer: 'Updates that haven’t ended',
  },
  sessions: {
    label: 'Sessions, limits and request keys',
    tables: ['session', 'rate_limit', 'idempotency_key', 'feed_upload'],
    days: 1,
    why: 'They are removed within a day after they end.',
  },
  products: {
    label: 'Products and their index',
    tables: ['product', 'product_index'],
    kept: 'By feed',
    why: 'Missing products are removed after the days in their feed’s settings.',
  },
  money: {
    label: 'Invoices, payments and ledger',
    tables: [
      'ledger_posting',
      'ledger_transaction',
      'invoice',
      'invoice_line',
      'vendor_charge',
      'money_intent',
      'money_approval',
      'bill_item',
      'billing_period',
      'dispute',
      'promo_redemption',
    ],
    why: 'Balances add up from the first entry.',
  },
} as const satisfies Record<string, Kind>

export type RetentionKind = keyof typeof retentionKinds
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[]
export const kindOf = (kind: RetentionKind): Kind => retentionKinds[kind]
/** A kind whose days can be changed. */
export type ChangeableKind = {
  [K in RetentionKind]: (typeof retentionKinds)[K] extends { bounds: unknown } ? K : never
}[RetentionKind]
export const changeableKinds = retentionKindNames.filter(
  (kind): kind is ChangeableKind => kindOf(kind).bounds !== undefined,
)
/** The most days that any kind may be kept. */
export const mostRetentionDays = tenYears
