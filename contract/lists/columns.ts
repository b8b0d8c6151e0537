/** A list of more rows than this is made into a file by a job. */
export const mostAtOnce = 20_000
/** How long the file of a job is kept. */
export const exportKeptDays = 7

/** What a column holds: it decides how a spreadsheet keeps it. */
export type Kind = 'text' | 'number' | 'moment' | 'day'
export type Columns = Record<string, readonly [header: string, kind: Kind]>

const changes = {
  change: ['Change', 'text'],
  sku: ['SKU', 'text'],
  title: ['Title', 'text'],
  fields: ['What changes', 'text'],
} as const satisfies Columns
const failures = {
  level: ['Level', 'text'],
  rate: ['Failed', 'number'],
  failed: ['Failed updates', 'number'],
  updates: ['Updates', 'number'],
  last: ['Last failure', 'moment'],
  reason: ['Its reason', 'text'],
} as const satisfies Columns
const monitored = {
  status: ['Status', 'text'],
  supplier: ['Supplier', 'text'],
  reason: ['Reason', 'text'],
  age: ['Last good run', 'moment'],
  allowed: ['Hours allowed', 'number'],
  rate: ['Success', 'number'],
  good: ['Good runs', 'number'],
  bad: ['Bad runs', 'number'],
  products: ['Active products', 'number'],
  moved: ['1 day', 'number'],
  note: ['Report note', 'text'],
} as const satisfies Columns

const vendors = {
  id: ['Id', 'number'],
  company: ['Company', 'text'],
  email: ['Contact', 'text'],
  status: ['Status', 'text'],
  plan: ['Plan', 'text'],
  manager: ['Manager', 'text'],
  subs: ['Subs', 'number'],
  integrations: ['Integrations', 'number'],
  since: ['Since', 'moment'],
  name: ['Name', 'text'],
  phone: ['Phone', 'text'],
  crm_owner: ['CRM owner', 'text'],
  next_charge: ['Next charge', 'day'],
} as const satisfies Columns

const suppliers = {
  name: ['Supplier', 'text'],
  prefix: ['Prefix', 'text'],
  standing: ['Feed', 'text'],
  good: ['Last good run', 'moment'],
  products: ['Active products', 'number'],
  subs: ['Subs', 'number'],
  votes: ['Votes', 'number'],
  browse: ['Browsing', 'text'],
  custom: ['Custom feeds', 'text'],
  id: ['Id', 'number'],
  why: ['Why its feed stands so', 'text'],
} as const satisfies Columns

const activity = {
  tm: ['When', 'moment'],
  by: ['By', 'text'],
  type: ['Type', 'text'],
  what: ['What', 'text'],
  reason: ['Reason', 'text'],
  changes: ['Changes', 'text'],
  entity: ['Kind of record', 'text'],
  entity_id: ['Record', 'text'],
} as const satisfies Columns

/**
 * The columns of the lists that can be taken out: keys and headers are the list's, then come those that only
 * the file has.
 */
export const exportColumns = {
  suppliers,
  restricted_suppliers: suppliers,
  index_sync: {
    name: ['Supplier', 'text'],
    state: ['State', 'text'],
    pending: ['Products behind', 'number'],
    products: ['Active products', 'number'],
    last: ['Last sync', 'moment'],
    job: ['Its job', 'number'],
    id: ['Supplier id', 'number'],
  },
  subscribers: {
    id: ['Id', 'number'],
    company: ['Company', 'text'],
    email: ['Email', 'text'],
    access: ['Access', 'text'],
    state: ['State', 'text'],
    integrations: ['Integrations', 'number'],
    since: ['Since', 'moment'],
  },
  failed_images: {
    sku: ['SKU', 'text'],
    url: ['Address', 'text'],
    reason: ['Reason', 'text'],
    tries: ['Tries', 'number'],
    last: ['Checked', 'moment'],
    next: ['Next try', 'moment'],
  },
  shipping_methods: {
    code: ['Supplier’s code', 'text'],
    name: ['Supplier’s carrier', 'text'],
    carrier: ['Carrier', 'text'],
    method: ['Method', 'text'],
  },
  config_rows: {
    name: ['Name', 'text'],
    value: ['Value', 'text'],
    does: ['What it does', 'text'],
  },
  mapping_report: {
    name: ['Supplier', 'text'],
    auto: ['Automated', 'text'],
    queued: ['Queued', 'number'],
    oldest: ['Longest queued', 'moment'],
    mapped: ['Mapped', 'number'],
    unmapped: ['Unmapped', 'number'],
    parents: ['Parents', 'number'],
    tm: ['Mapping updated', 'moment'],
    id: ['Supplier id', 'number'],
  },
  mappable_products: {
    sku: ['SKU', 'text'],
    title: ['Title', 'text'],
    price: ['Cost', 'number'],
    status: ['Status', 'text'],
    parent: ['Parent', 'text'],
    options: ['Options', 'text'],
    suggested: ['Suggested parent', 'text'],
    confidence: ['Confidence', 'number'],
    brand: ['Brand', 'text'],
    stock: ['In stock', 'number'],
    id: ['Product id', 'number'],
  },
  parents: {
    sku: ['Parent SKU', 'text'],
    title: ['Title', 'text'],
    options: ['Options', 'text'],
    variants: ['Variants', 'number'],
    by: ['Made', 'text'],
    tm: ['Updated', 'moment'],
    gone: ['Gone variants', 'number'],
    description: ['Description', 'text'],
  },
  monitored_suppliers: {
    ...monitored,
    subs: ['Subs', 'number'],
    id: ['Supplier id', 'number'],
  },
  monitored_custom_feeds: {
    ...monitored,
    subs: ['Setup', 'text'],
    email: ['Vendor', 'text'],
    id: ['Custom feed id', 'number'],
  },
  jobs: {
    id: ['Job', 'number'],
    what: ['What', 'text'],
    state: ['State', 'text'],
    queued: ['Queued', 'moment'],
    ended: ['Ended', 'moment'],
    took: ['Took', 'number'],
    reason: ['Reason', 'text'],
    type: ['Type', 'text'],
    category: ['Category', 'text'],
    record: ['Record', 'text'],
    started: ['Started', 'moment'],
    server: ['Server', 'text'],
    attempt: ['Attempt', 'number'],
  },
  activity,
  vendor_activity: activity,
  run_changes: changes,
  run_rejected_rows: {
    line: ['Line', 'number'],
    reason: ['Reason', 'text'],
    row: ['The row as it came', 'text'],
  },
  found_products: {
    sku: ['SKU', 'text'],
    title: ['Title', 'text'],
    brand: ['Brand', 'text'],
    upc: ['UPC', 'text'],
    asin: ['ASIN', 'text'],
    stock: ['In stock', 'number'],
    state: ['State', 'text'],
    supplier: ['Supplier', 'text'],
    id: ['Product id', 'number'],
  },
  vendors,
  active_vendors: vendors,
  vendors_of_manager: vendors,
  platforms: {
    name: ['Platform', 'text'],
    handle: ['Handle', 'text'],
    markets: ['Markets', 'text'],
    vendors: ['Vendors', 'number'],
    fields: ['Fields', 'number'],
    kind: ['Kind', 'text'],
    plan: ['Plan', 'text'],
    orders: ['Order automation', 'text'],
    purchasable: ['Can be purchased', 'text'],
    url: ['Address', 'text'],
    id: ['Id', 'number'],
    insert_tm: ['Added', 'moment'],
  },
  platform_subscriptions: {
    id: ['Id', 'number'],
    company: ['Company', 'text'],
    email: ['Email', 'text'],
    market: ['Market', 'text'],
    stores: ['Stores', 'number'],
    integrations: ['Active integrations', 'number'],
    open: ['Open fields', 'number'],
    changed: ['Last change', 'moment'],
  },
  supplier_failures: {
    name: ['Supplier', 'text'],
    ...failures,
    run: ['Run', 'number'],
    id: ['Supplier id', 'number'],
  },
  vendor_failures: {
    name: ['Vendor', 'text'],
    ...failures,
    job: ['Job', 'number'],
    email: ['Contact', 'text'],
    id: ['Vendor id', 'number'],
  },
} as const satisfies Record<string, Columns>
export type ListName = keyof typeof exportColumns
