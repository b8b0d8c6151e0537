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
const stays = 'Listings stay in the store as they are, with their last quantity and price.'

const acts: Readonly<Record<IntegrationAct, (f: ActFacts) => ActEffects>> = {
  remove: (f) => ({
    does: [
      sends(f)
        ? `${namesOf(f)} ${verb(f, 'isn’t', 'aren’t')} sent the supplier’s ${many(f.active_products, 'active product')} any more, from now on.`
        : 'It sends nothing now, so nothing stops.',
      `${stays} Whoever wants them gone takes them out of the store first.`,
      `Its settings${f.filled_in > 0 ? ` and ${many(f.filled_in, 'value')} of its configuration` : ''} are deleted. This can’t be taken back.`,
      'The subscription stays, and so does what it costs.',
    ],
  }),
  reset: (f) => {
    if (f.stores.length === 0) return { refused: 'This user has no store in this market' }
    if (f.never_run_full_update)
      return { refused: 'It never runs a full update: switch that off before everything is sent again' }
    return {
      does: [
        `What ${namesOf(f)} ${verb(f, 'was', 'were')} sent of this supplier, ${many(f.sent_products, 'active product')} among it, counts as unsent; nothing is taken out of the store.`,
        sends(f)
          ? `The next update sends what the settings let through of ${many(f.active_products, 'active product')} again, changed or not.`
          : 'Nothing goes out before it sends again; then everything does.',
        'A store of many products may be busy with it for hours.',
      ],
    }
  },
  clear: ({ categories }) => {
    if (categories === 0) return { refused: messages.nothingToDelete }
    const verbForm = categories === 1 ? 'is' : 'are'
    return {
      does: [
        `The ${many(categories, 'category')} of the store that ${verbForm} known for this integration ${verbForm} forgotten.`,
        'The next update finds or makes them anew. The store’s own categories stay as they are.',
      ],
    }
  },
  pause: (f) => {
    if (!f.market_is_on) return { refused: 'It is paused already' }
    return {
      does: [
        sends(f)
          ? `${namesOf(f)} ${verb(f, 'isn’t', 'aren’t')} sent what changes until it goes on: what was sent, ${many(f.sent_products, 'active product')}, stays there with its last quantity and price, also where it sells out.`
          : 'It sends nothing now; it will not once all else is in order, either.',
        'Settings and subscription stay; a pause costs and saves nothing.',
      ],
    }
  },
  resume: (f) => {
    if (f.market_is_on) return { refused: 'It isn’t paused' }
    return {
      does: [
        f.stores.length === 0
          ? 'It is active again, and sends as soon as there is a store.'
          : `${namesOf(f)} ${verb(f, 'is', 'are')} sent what changed meanwhile with the next update.`,
      ],
    }
  },
}

/** What an act does, said by the browser before it and obeyed by the server (docs/domain/integrations.md, Acts). */
export const effectsOf = (act: IntegrationAct, facts: ActFacts): ActEffects => acts[act](facts)
