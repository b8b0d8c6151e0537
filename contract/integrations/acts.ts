import { messages } from '../messages.ts'
import { many } from '../words.ts'
import type { Switch } from './settings.ts'
import type { IntegrationStatus } from './standing.ts'

/** What an act on an integration is worked out from, before it and in it. */
export interface ActFacts {
  status: IntegrationStatus
  market_is_on: boolean
  never_run_full_update: Switch
  store_synchronize: Switch
  /** Those of the vendor in its market. */
  stores: readonly { vendor_store_name: string }[]
  active_products: number
  /** Active products of the supplier that its stores were sent. */
  sent_products: number
  /** Categories of the store that are known for it. */
  categories: number
  /** What is filled in of its configuration. */
  filled_in: number
}
export type IntegrationAct = 'remove' | 'reset' | 'clear' | 'pause' | 'resume'
/** What an act would do, in sentences; or why it can't be done. */
type ActEffects = { refused: string } | { does: string[] }

const sends = (f: ActFacts) => f.status === 'Active' && Boolean(f.store_synchronize) && f.stores.length > 0
const namesOf = ({ stores }: ActFacts) =>
  new Intl.ListFormat('en').format(stores.map((store) => store.vendor_store_name))
const verb = (f: ActFacts, singular: string, several: string) => (f.stores.length === 1 ? singular : several)
const stays = 'Listings stay in the store with their last quantity and price.'

const acts: Readonly<Record<IntegrationAct, (f: ActFacts) => ActEffects>> = {
  remove: (f) => ({
    does: [
      sends(f)
        ? `${namesOf(f)} ${verb(f, 'stops', 'stop')} getting updates for ${many(f.active_products, 'active product')}.`
        : 'Nothing is being sent, so no updates stop.',
      `${stays} To remove them, delete them in the store first.`,
      `Settings${f.filled_in > 0 ? ` and ${many(f.filled_in, 'configuration value')}` : ''} are permanently deleted.`,
      'The subscription stays and is still billed.',
    ],
  }),
  reset: (f) => {
    if (f.stores.length === 0) return { refused: 'This vendor has no store in this market' }
    if (f.never_run_full_update) return { refused: 'Turn off “Never run a full update” first' }
    return {
      does: [
        `${many(f.sent_products, 'active product')} of this supplier in ${namesOf(f)} ${f.sent_products === 1 ? 'is' : 'are'} marked as unsent. No listings are removed.`,
        sends(f)
          ? `The next update resends ${many(f.active_products, 'active product')}, changed or not, as the settings allow.`
          : 'Everything is sent when updates resume.',
        'A large store may need several hours.',
      ],
    }
  },
  clear: ({ categories }) => {
    if (categories === 0) return { refused: messages.nothingToDelete }
    return {
      does: [
        `${many(categories, 'saved category')} of this integration ${categories === 1 ? 'is' : 'are'} cleared.`,
        'The next update finds or creates them again. Categories in the store don’t change.',
      ],
    }
  },
  pause: (f) => {
    if (!f.market_is_on) return { refused: 'Already paused' }
    return {
      does: [
        sends(f)
          ? `${namesOf(f)} ${verb(f, 'gets', 'get')} no updates until you resume. ${many(f.sent_products, 'active product')} ${f.sent_products === 1 ? 'stays' : 'stay'} listed with the last quantity and price, even if sold out.`
          : 'Nothing is being sent, and nothing will be until you resume.',
        'Settings and subscription stay. The price doesn’t change.',
      ],
    }
  },
  resume: (f) => {
    if (f.market_is_on) return { refused: 'Not paused' }
    return {
      does: [
        f.stores.length === 0
          ? 'The integration becomes active. Sending starts once a store is connected.'
          : `${namesOf(f)} ${verb(f, 'gets', 'get')} all changes with the next update.`,
      ],
    }
  },
}

/** What an act does, said by the browser before it and obeyed by the server (docs/domain/integrations.md, Acts). */
export const effectsOf = (act: IntegrationAct, facts: ActFacts): ActEffects => acts[act](facts)
