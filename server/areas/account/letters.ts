import type { SupplierChanges } from '#contract/account/product-alerts.ts'
import { pauseConfirmed, pauseFee } from '#contract/account/my-subscriptions.ts'
import { price } from '#contract/formats.ts'
import { count, many } from '#contract/words.ts'
import type { Content, Part } from '#server/platform/mail/letter.ts'

export interface AlertChanges {
  dropshipper_name: string
  changes: SupplierChanges
}

/** How many suppliers are shown with examples; the others only with counts. */
const mostShown = 10
const mostOfKind = 3

/** The changes at the suppliers that an address watches (docs/domain/alerts-and-catalogs.md, Product alerts). */
export function alertLetter(vendor_id: number, alerts: readonly AlertChanges[]): Content {
  const sum = (kind: keyof SupplierChanges['counts']) =>
    alerts.reduce((total, { changes }) => total + changes.counts[kind], 0)
  const all = { added: sum('added'), gone: sum('gone'), price: sum('price'), back: sum('back') }
  const shownAlerts = alerts.slice(0, mostShown)
  const others = alerts.slice(mostShown)
  return {
    subject: `Product alerts: ${countsText(all) || 'earlier changes reversed'}`,
    parts: [
      `Here’s what changed at ${alerts.length === 1 ? alerts[0]!.dropshipper_name : many(alerts.length, 'supplier')} ` +
        'since your last product alert.',
      ...shownAlerts.flatMap(partsOf),
      ...(others.length > 0 ? [{ list: others.map(lineOf) }] : []),
      { action: 'View changes', url: '/account/product-alerts' },
      'These are wholesale prices. Your store prices follow your price rules.',
    ],
    about: { why: 'product alerts are on for this address', vendor_id, kind: 'product_alerts' },
  }
}

const lineOf = ({ dropshipper_name, changes }: AlertChanges) =>
  `${dropshipper_name}: ${countsText(changes.counts) || 'earlier changes reversed'}`

function partsOf(alert: AlertChanges): Part[] {
  const { changes } = alert
  const rows = (['added', 'back', 'price', 'gone'] as const).flatMap((kind) =>
    changes.examples.filter((e) => e.kind === kind).slice(0, mostOfKind),
  )
  const { added, back, price: prices, gone } = changes.counts
  const restCount = added + back + prices + gone - rows.length
  const takenBack =
    'We reversed a supplier update from an earlier email. The previous products and prices apply again.'
  return [
    `${lineOf(alert)}.`,
    ...(changes.taken_back ? [takenBack] : []),
    ...(rows.length > 0
      ? [{ table: { head: ['Change', 'SKU', 'Product', 'Price'], rows: rows.map(cellsOf) } }]
      : []),
    ...(rows.length > 0 && restCount > 0
      ? [`And ${many(restCount, 'more change')} at ${alert.dropshipper_name}, listed under View changes.`]
      : []),
  ]
}

const words = { added: 'New', gone: 'Removed', price: 'Price', back: 'Back in stock' } as const
const cellsOf = (e: SupplierChanges['examples'][number]): string[] => {
  const now = e.price === null ? 'no price' : price(e.price, e.currency)
  const priceBefore = e.was_price === null ? 'no price' : price(e.was_price, e.was_currency)
  const priceText = e.kind === 'price' ? `from ${priceBefore} to ${now}` : now
  return [words[e.kind], e.sku, (e.title ?? '').slice(0, 80), e.kind === 'gone' ? '' : priceText]
}

function countsText({
  added: addedCount,
  gone: goneCount,
  price: prices,
  back: backCount,
}: SupplierChanges['counts']): string {
  return [
    addedCount > 0 && `${count(addedCount)} new`,
    backCount > 0 && `${count(backCount)} back in stock`,
    prices > 0 && many(prices, 'price change'),
    goneCount > 0 && `${count(goneCount)} removed`,
  ]
    .filter((text) => text !== false)
    .join(', ')
}

/** To support: a customer requests a pause. */
export const pauseAskedLetter = (request: {
  company: string
  by: string
  names: string
  comment: string
  link: string
}): Content => ({
  subject: `${request.company} requested a pause`,
  parts: [
    `${request.company} (${request.by}) wants to pause ${request.names}.`,
    ...(request.comment ? [`Comment: ${request.comment}`] : []),
    `The customer was quoted ${pauseFee} a month per supplier and promised a reply ${pauseConfirmed}.`,
    { action: 'Open subscriptions', url: request.link },
  ],
})

/** To support: a customer no longer wants a pause. */
export const pauseWithdrawnLetter = (request: {
  company: string
  by: string
  name: string
  link: string
}): Content => ({
  subject: `${request.company} withdrew a pause request`,
  parts: [
    `${request.company} (${request.by}) no longer wants to pause ${request.name}. Don’t pause it.`,
    { action: 'Open subscriptions', url: request.link },
  ],
})

/** To the account manager: a customer wants a supplier. */
export const supplierRequestLetter = (request: {
  company: string
  by: string
  name: string
  comment: string
  link: string
}): Content => ({
  subject: `${request.company} requested ${request.name}`,
  parts: [
    `${request.company} (${request.by}) wants to add ${request.name}. Add the supplier, or write to the customer.`,
    ...(request.comment ? [`Comment: ${request.comment}`] : []),
    { action: 'Open subscriptions', url: request.link },
  ],
})

/** To the account manager: a customer wants another plan, or to close the account. */
export const accountRequestLetter = (request: {
  company: string
  by: string
  wish: string
  comment: string
  link: string
}): Content => ({
  subject: `${request.company} wants to ${request.wish}`,
  parts: [
    `${request.company} (${request.by}) wants to ${request.wish}. Accept or decline it; we email the customer your answer.`,
    ...(request.comment ? [`Comment: ${request.comment}`] : []),
    { action: 'Open request', url: request.link },
  ],
})

const sampleChanges: SupplierChanges = {
  counts: { added: 12, gone: 1, price: 40, back: 3 },
  taken_back: false,
  examples: [
    example('added', { sku: 'GL-100', title: 'Garden lamp', price: '12.5' }),
    example('back', { sku: 'GL-77', title: 'Solar lantern', price: '8' }),
    example('price', { sku: 'GL-12', title: 'Garden hose, 50 ft', was_price: '19.9', price: '21.4' }),
    example('gone', { sku: 'GL-03', title: 'Bird bath', price: '30' }),
  ],
}
function example(
  kind: SupplierChanges['examples'][number]['kind'],
  fields: Partial<SupplierChanges['examples'][number]>,
) {
  return {
    kind,
    sku: '',
    title: null,
    quantity: 5,
    was_price: null,
    was_currency: 'USD',
    price: null,
    currency: 'USD',
    ...fields,
  }
}

interface Question {
  topic: string
  name: string
  email: string
  phone: string
  question: string
  is_feedback: boolean
  link: string
}
const openAccount = (url: string): Part => ({ action: 'Open account', url })

/** To support: a customer's message. */
export const questionLetter = (question: Question): Content => ({
  subject: `${question.is_feedback ? 'Feedback' : 'Question'} from ${question.name}: ${question.topic}`,
  parts: [
    question.question,
    {
      list: [
        `From ${question.name}`,
        `Email ${question.email}`,
        ...(question.phone ? [`Phone ${question.phone}`] : []),
      ],
    },
    openAccount(question.link),
  ],
})
export const feedbackLetter = (feedback: {
  name: string
  reasons: readonly string[]
  comments: string
  link: string
}): Content => ({
  subject: `Feedback from ${feedback.name} about the legacy site`,
  parts: [
    ...(feedback.reasons.length > 0 ? [{ list: feedback.reasons }] : []),
    feedback.comments || 'No comment.',
    openAccount(feedback.link),
  ],
})

/** What a store was sent since the last daily update, and what failed. */
export interface StoreDay {
  store: string
  sent: number
  prices: number
  quantities: number
  refused: number
  /** Taken out because a bill isn't paid. */
  taken_out: number
  failures: number
  reason: string | null
}

// five columns don't fit a phone
function storeLine(day: StoreDay): string {
  const { store, prices, quantities } = day
  const takenOutText = day.taken_out > 0 ? takenOut(day.taken_out) : null
  if (takenOutText && day.sent + day.refused === 0) return `${store}: ${takenOutText}`
  const counts = [
    `${many(day.sent, 'product')} sent`,
    prices > 0 && many(prices, 'price change'),
    quantities > 0 && `${many(quantities, 'stock change')}`,
    day.refused > 0 && `${count(day.refused)} rejected by the market`,
  ].filter((text) => text !== false)
  return `${store}: ${counts.join(', ')}${takenOutText ? `; ${takenOutText}` : ''}`
}
const takenOut = (products: number) =>
  `${many(products, 'product')} removed until your account is active again`

const dailySubject = (stores: readonly StoreDay[]): string => {
  const [sentCount, takenOutCount] = stores.reduce(
    ([s, o], store) => [s + store.sent, o + store.taken_out],
    [0, 0],
  )
  if (takenOutCount > 0) return `Your stores: ${many(takenOutCount, 'product')} removed`
  return sentCount === 0 || stores.some((store) => store.failures > 0)
    ? 'Your stores: some updates failed'
    : `Your stores: ${many(sentCount, 'product')} updated`
}

/** @param owed why products were removed, if any were */
export const dailyLetter = (
  vendor_id: number,
  stores: readonly StoreDay[],
  owed: string | null = null,
): Content => ({
  subject: dailySubject(stores),
  parts: [
    'Here’s what we sent to your stores since your last daily update.',
    { list: stores.map(storeLine) },
    ...(owed ? [`Products were removed because ${owed} unpaid. Pay it to bring them back.`] : []),
    ...stores
      .filter((store) => store.failures > 0)
      .map(({ store, failures, reason }) =>
        `${store}: ${many(failures, 'update')} failed. ${reason ?? ''}`.trim(),
      ),
    ...(stores.some((store) => store.failures > 0)
      ? ['We’re working on what failed and will retry automatically. Contact us if something is urgent.']
      : []),
    owed
      ? { action: 'Open billing information', url: '/account/billing-information' }
      : { action: 'View your stores', url: '/account/suppliers' },
  ],
  about: { why: 'the daily update email is on', vendor_id, kind: 'daily_updates' },
})

export const emailChangeLetter = (oldEmail: string, link: string): Content => ({
  subject: 'Confirm your new sign-in email',
  parts: [
    `Someone (hopefully you) wants to sign in to Feedstock with this address instead of ${oldEmail}.`,
    { action: 'Confirm this address', url: link },
    'The link works once and expires in 24 hours. If you didn’t request it, you can ignore this email.',
  ],
})
/** To an address that signs in to another account: it can't be used twice. */
export const emailTakenLetter = (): Content => ({
  subject: 'This address already signs in to Feedstock',
  parts: [
    'Someone (hopefully you) wants to use this address for another Feedstock account. Each account needs its own address, so nothing has changed.',
    'If you didn’t request it, you can ignore this email.',
  ],
})
export const emailChangeNoticeLetter = (email: string): Content => ({
  subject: 'Your sign-in email is about to change',
  parts: [
    `Someone (hopefully you) requested to sign in to your Feedstock account with ${email}. This address works until they confirm the new one.`,
    'If this wasn’t you, withdraw the request under Account Details and set a new password now.',
    { action: 'Open account details', url: '/account/details' },
  ],
})
export const emailChangedLetter = (email: string, supportEmail: string): Content => ({
  subject: 'Your sign-in email was changed',
  parts: [
    `Your Feedstock account now signs in with ${email}. This address no longer works.`,
    `If this wasn’t you, write to ${supportEmail} right away.`,
  ],
})

/** An example of each letter, by name. */
export const samples = {
  alertLetter: alertLetter(1001, [{ dropshipper_name: 'Green Leaf Supply', changes: sampleChanges }]),
  pauseAskedLetter: pauseAskedLetter({
    company: 'Harbor Goods',
    by: 'pat@example.com',
    names: 'Green Leaf Supply',
    comment: 'We’re closed for the winter.',
    link: '/vendors/view/1001/subscriptions',
  }),
  pauseWithdrawnLetter: pauseWithdrawnLetter({
    company: 'Harbor Goods',
    by: 'pat@example.com',
    name: 'Green Leaf Supply',
    link: '/vendors/view/1001/subscriptions',
  }),
  supplierRequestLetter: supplierRequestLetter({
    company: 'Harbor Goods',
    by: 'pat@example.com',
    name: 'Green Leaf Supply',
    comment: '',
    link: '/vendors/view/1001/subscriptions',
  }),
  accountRequestLetter: accountRequestLetter({
    company: 'Harbor Goods',
    by: 'pat@example.com',
    wish: 'close the account',
    comment: 'It costs too much: We sell less in winter.',
    link: '/vendors/view/1001/subscriptions',
  }),
  emailChangeLetter: emailChangeLetter('pat@example.com', '/confirm-email/a-sample-that-opens-nothing'),
  emailTakenLetter: emailTakenLetter(),
  emailChangeNoticeLetter: emailChangeNoticeLetter('new@example.com'),
  emailChangedLetter: emailChangedLetter('new@example.com', 'support@example.com'),
  questionLetter: questionLetter({
    topic: 'My store',
    name: 'Pat Harbor',
    email: 'pat@example.com',
    phone: '',
    question: 'Why are two Cobalt Tools products missing from my store?',
    is_feedback: false,
    link: '/vendors/view/1001',
  }),
  feedbackLetter: feedbackLetter({
    name: 'Pat Harbor',
    reasons: ['Something is missing'],
    comments: 'I used to print the supplier list.',
    link: '/vendors/view/1001',
  }),
  dailyLetter: dailyLetter(1001, [
    {
      store: 'Harbor Goods, Shopify',
      sent: 1204,
      prices: 118,
      quantities: 1102,
      refused: 3,
      taken_out: 0,
      failures: 0,
      reason: null,
    },
  ]),
}
