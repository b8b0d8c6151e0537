import {
  activation,
  type IntegrationStore,
  type IntegrationView,
} from '#contract/integrations/integrations.ts'
import { onboardingSteps, stepWords, storeTrouble } from '#contract/integrations/standing.ts'
import { clause } from '#contract/sentence.ts'
import { unpaidTexts } from '#contract/stores/unpaid.ts'
import { onboardingDays } from '#contract/vendors/health.ts'
import { links } from '../../links.ts'
import { dayText } from '../../ui/time.ts'
import { count, many } from '../../ui/values.tsx'
import { feedAct, feedText } from '../../ui/feed-words.ts'

/** An integration's status and reason in a sentence or two; problems come first. */
export function answerOf(view: IntegrationView): string {
  if (view.closed) return view.closed
  const { dropshipper_name: supplier, next_charge_date } = view
  const day = next_charge_date ? ` on ${dayText(next_charge_date)}` : ' with the next charge'
  switch (view.status) {
    case 'No Active Subscription':
      return `Not sending: this vendor isn’t subscribed to ${supplier}.`
    case 'Cancel Pending':
      return `The subscription to ${supplier} ends${day}. This integration ends with it.`
    case 'Freeze Pending':
      return `The subscription to ${supplier} freezes${day}. Updates stop then.`
    case 'Frozen':
      return `Not sending: the subscription to ${supplier} is frozen. Settings are saved.`
    case 'Connection Released':
      return `Connection confirmed and released to the vendor. Activate it to start sending.${toolsText(view)}`
    case 'In Onboarding':
      return onboarding(view)
    case 'Paused':
      return 'Paused. Nothing is sent; listings keep their last values.'
    case 'Active':
      return active(view)
  }
}

const toolsText = (view: IntegrationView) =>
  view.tools_pending
    ? ` ${view.dropshipper_name} requires a custom feed, which this vendor doesn’t have.`
    : ''

function onboarding(view: IntegrationView): string {
  const late = view.overdue ? `In onboarding for more than ${onboardingDays} days. ` : ''
  return `${late}Next: ${stepWords[view.step ?? 2]!.next}.${toolsText(view)}`
}

function active(view: IntegrationView): string {
  const { dropshipper_name: supplier, configs } = view
  if (view.no_access) return `Not sending: ${supplier} is restricted and this vendor has no access.`
  const stands = inTheWay(view)
  if (stands.length > 0) return stands.map(({ text }) => text).join(' ')
  if (!view.integration.store_synchronize) return 'Not sending: “Synchronize the store” is off.'
  if (configs.open > 0) return `Active, but ${openText(configs.open, 'required value')} missing.`
  if (isNew(view)) return 'Active. The store hasn’t been updated yet.'
  const sentText = `${count(view.sent_products)} of ${many(view.active_products, 'active product')} sent`
  const idle = view.stores.filter((store) => !store.takes_file).map(takesNothing)
  const keepingStores = keptFrom(view)
  const waits = keepingStores.length > 0 || view.feeds.length > 0 ? '' : ', up to date'
  return [
    `Active: ${sentText}${behindSince(view) ? '; newer changes are sent with the next update' : waits}.`,
    ...view.feeds.map(feedText),
    ...keepingStores.map(keepsBack),
    ...idle,
  ].join(' ')
}

const openText = (n: number, noun: string) =>
  `${many(n, noun)} in the configuration ${n === 1 ? 'is' : 'are'}`

/** Its stores where a person's decision keeps products back. */
const keptFrom = ({ stores }: IntegrationView) => stores.filter((store) => store.kept_back > 0)
const keepsBack = ({ vendor_store_name: name, kept_back, kept_back_by }: IntegrationStore) =>
  `${many(kept_back, 'product')} withheld from ${name}: update ${kept_back_by} was rejected or rolled back.`

const takesNothing = ({ vendor_store_name: name }: IntegrationStore) => `${name} isn’t connected yet.`

/** A problem that keeps an active integration from its stores, and where to resolve it. */
interface InTheWay {
  text: string
  /** It worked before, so somebody has to look. */
  grave: boolean
  act: NextAct & { kind: 'link' }
}
/** Worst first; empty if nothing is in the way or it isn't active. */
export function inTheWay(view: IntegrationView): InTheWay[] {
  const { stores, market_name: market, trouble } = view
  const { vendor_id, vendor_market_map_id } = view.integration
  if (view.closed || view.no_access || trouble === null) return []
  const to = (label: string, address: string) => ({ kind: 'link', label, to: address }) as const
  if (trouble === 'no_store')
    return [
      {
        text: `Not sending: no store in ${market} yet.`,
        grave: false,
        act: to('Add store', links.goLive(vendor_id, { supplier: view.integration.dropshipper_id })),
      },
    ]
  if (trouble === 'takes_nothing')
    return stores.map((store) => ({
      text: takesNothing(store),
      grave: false,
      act: to(
        'Connect store',
        links.goLive(vendor_id, {
          supplier: view.integration.dropshipper_id,
          store: store.vendor_store_id,
        }),
      ),
    }))
  const unpaid = stores.find((store) => store.takes_file)?.unpaid
  const storesIn = (kind: 'stopped' | 'held' | 'failed') =>
    stores.filter((store) => storeTrouble(store) === kind)
  return [
    ...storesIn('stopped').map(({ vendor_store_id, vendor_store_name: name, stopped_reason }) => ({
      text: `Updates for ${name} are stopped: ${clause(stopped_reason ?? '')}.`,
      grave: true,
      act: to('View store', links.vendorStore(vendor_id, vendor_store_id)),
    })),
    ...(unpaid
      ? [
          {
            text: unpaidTexts[unpaid],
            grave: true,
            act: to('View billing', links.vendor(vendor_id, 'billing_history')),
          },
        ]
      : []),
    ...storesIn('held').map(({ vendor_store_id, vendor_store_name: name, held_update_id, held_reasons }) => ({
      text: `The update for ${name} is held for approval: ${held_reasons.map(clause).join('; ')}.`,
      grave: true,
      act: to('Review update', `${links.vendorStore(vendor_id, vendor_store_id)}?update=${held_update_id}`),
    })),
    ...storesIn('failed').map(({ vendor_store_name: name, last_failure }) => ({
      text: `The last update for ${name} failed: ${clause(last_failure ?? '')}.`,
      grave: true,
      act: to('View failure', links.integration(vendor_id, vendor_market_map_id, 'updates')),
    })),
  ]
}

/** The stores whose update can send products of this integration. */
export function updatable(view: IntegrationView): IntegrationStore[] {
  const { is_activated, market_is_on, store_synchronize } = view.integration
  const sends =
    sending.has(view.status) && is_activated === activation.active && market_is_on && store_synchronize
  return sends && !view.no_access ? view.stores.filter((store) => store.takes_file) : []
}
/** Integrations that will end are kept up to date until then. */
const sending: ReadonlySet<IntegrationView['status']> = new Set([
  'Active',
  'Cancel Pending',
  'Freeze Pending',
])

const isNew = ({ last_update, sent_products }: IntegrationView) => last_update === null && sent_products === 0

/** When the oldest unsent change of its connected stores happened. */
export const behindSince = ({ stores }: Pick<IntegrationView, 'stores'>): string | null =>
  stores.flatMap((store) => (store.takes_file && store.behind_since) || []).toSorted()[0] ?? null

export type NextAct =
  | { kind: 'link'; label: string; to: string }
  | { kind: 'activate' | 'resume' | 'synchronize' | 'run'; label: string }

/** The next thing to do; undefined if nothing needs a person. */
export function nextActOf(view: IntegrationView): NextAct | undefined {
  if (view.closed) return undefined
  const { vendor_id, vendor_market_map_id } = view.integration
  const tab = (page: string, label: string): NextAct => ({
    kind: 'link',
    label,
    to: links.vendor(vendor_id, page),
  })
  const page = (name: string, label: string): NextAct => ({
    kind: 'link',
    label,
    to: links.integration(vendor_id, vendor_market_map_id, name),
  })
  switch (view.status) {
    case 'No Active Subscription':
    case 'Cancel Pending':
    case 'Freeze Pending':
    case 'Frozen':
      return tab('subscriptions', 'View subscription')
    case 'Connection Released':
      return view.tools_pending
        ? tab('custom_feed', 'View custom feeds')
        : { kind: 'activate', label: 'Activate' }
    case 'In Onboarding':
      if (view.tools_pending) return tab('custom_feed', 'View custom feeds')
      return view.step === onboardingSteps
        ? { kind: 'activate', label: 'Activate' }
        : { kind: 'link', label: 'Go live', to: pathOf(view) }
    case 'Paused':
      return { kind: 'resume', label: 'Resume…' }
    case 'Active':
      if (view.no_access) return tab('restricted_supplier_access', 'View restricted access')
      if (view.trouble !== null) return inTheWay(view)[0]?.act
      if (!view.integration.store_synchronize)
        return { kind: 'synchronize', label: 'Turn on synchronization' }
      if (view.configs.open > 0) return page('configuration', 'Complete configuration')
      if (behindSince(view) || isNew(view)) return { kind: 'run', label: 'Update now' }
      return seeFeed(view) ?? seeKept(view)
  }
}

function seeFeed({ feeds: [worst] }: IntegrationView): NextAct | undefined {
  return worst && { kind: 'link', ...feedAct(worst) }
}

/** The way to a live store, with the first store of its market. */
export function pathOf({ integration, stores }: Pick<IntegrationView, 'integration' | 'stores'>): string {
  const [store] = stores
  return links.goLive(integration.vendor_id, {
    supplier: integration.dropshipper_id,
    ...(store && { store: store.vendor_store_id }),
  })
}

function seeKept(view: IntegrationView): NextAct | undefined {
  const [store] = keptFrom(view)
  if (!store) return undefined
  const page = links.vendorStore(view.integration.vendor_id, store.vendor_store_id)
  return { kind: 'link', label: 'View withheld products', to: `${page}?update=${store.kept_back_by}` }
}

/** What an inactive integration lacks besides its onboarding; empty if it is active. */
export function missingOf(view: IntegrationView): string[] {
  if (view.integration.is_activated === activation.active) return []
  const { dropshipper_name: supplier, market_name: market, configs } = view
  return [
    ...(view.subscribed ? [] : [`Add a subscription to ${supplier}.`]),
    ...(view.no_access ? [`Grant access to ${supplier}, which is restricted.`] : []),
    ...(view.stores.length === 0 ? [`Add a store in ${market}.`] : []),
    ...(view.tools_pending ? [`Add a custom feed, which ${supplier} requires.`] : []),
    ...(configs.open > 0 ? [`Fill in ${many(configs.open, 'required value')} in the configuration.`] : []),
  ]
}
