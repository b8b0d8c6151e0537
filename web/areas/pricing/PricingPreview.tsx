import { SegmentedControl, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import type { MovedPrice, PricingEffects, PricingView } from '#contract/pricing/price-rules.ts'
import { sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import { links } from '../../links.ts'
import { Empty, Failed, Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { count, movedPercent } from '../../ui/values.tsx'
import {
  askSentences,
  bandNames,
  effectSentence,
  isGrave,
  standingSentence,
  storelessSentence,
  stopSentences,
  storeSentence,
  withoutReasons,
} from './effect-words.ts'
import { namesOf } from './names.ts'
import type { RulesForm } from './rules-form.ts'
import type { Effects } from './useEffects.ts'
import { whyUrl } from './why-url.ts'

/** What the rules as they are typed do to all prices, and to each store, before they are saved. */
export function PricingPreview({
  vendorId,
  form,
  view,
  changed,
  weighed,
}: {
  vendorId: number
  form: RulesForm
  view: PricingView
  changed: boolean
  weighed: Effects
}) {
  const { complete, effects, error, retry, busy } = weighed
  const currency = Number(form.currency)
  const into = currency === view.currency_id ? undefined : sellingCurrencies[currency as CurrencyId]
  return (
    <Panel title={changed ? 'What this changes' : 'Prices now'}>
      {!complete ? (
        <Empty>It is counted once every rule and rate is complete.</Empty>
      ) : effects ? (
        <div className="weighed" aria-busy={busy}>
          <Told effects={effects} changed={changed} into={into} />
          {changed && <InStores effects={effects} vendorId={vendorId} into={into} />}
          <Storeless effects={effects} view={view} />
          {changed && into === undefined && effects.up + effects.down > 0 && <Bands effects={effects} />}
          <Examples effects={effects} view={view} currency={currency} changed={changed} />
        </div>
      ) : error ? (
        <Failed error={error} retry={retry} />
      ) : (
        <Skeleton height={160} />
      )}
    </Panel>
  )
}

/** The currency that is sold in then, where it is another. */
type Into = string | undefined

/** What becomes of all prices, and of those that are none. */
function Told({ effects, changed, into }: { effects: PricingEffects; changed: boolean; into: Into }) {
  const { before, after, products } = effects
  return (
    <>
      <p role="status" {...(changed && isGrave(effects) && { className: 'grave' })}>
        {changed
          ? effectSentence(effects, into)
          : standingSentence(before, products) || effectSentence(effects)}
        {changed && <span> Then {lowered(standingSentence(after, products))}</span>}
      </p>
      {withoutReasons(changed ? after : before).map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}
        </Text>
      ))}
    </>
  )
}

/** What moves in each store, and which of them ask a person before it does. */
const InStores = ({ effects, vendorId, into }: { effects: PricingEffects; vendorId: number; into: Into }) => (
  <>
    {effects.stores.length > 0 && (
      <>
        <p className="faint" id="in-stores">
          Beside what each store shows now
        </p>
        <ul className="in-stores" aria-labelledby="in-stores">
          {effects.stores.map((store) => (
            <li key={store.vendor_store_id}>
              <Link to={links.vendorStore(vendorId, store.vendor_store_id)} className="link">
                {store.vendor_store_name}
              </Link>
              : {storeSentence(store, into)}
            </li>
          ))}
        </ul>
      </>
    )}
    {stopSentences(effects).map((text) => (
      <p key={text} className="callout tone-bad">
        {text}
      </p>
    ))}
    {askSentences(effects).map((text) => (
      <p key={text} className="callout tone-wait">
        {text}
      </p>
    ))}
  </>
)

function Storeless({ effects, view }: { effects: PricingEffects; view: PricingView }) {
  const text = storelessSentence(effects, namesOf(view).market)
  return (
    text !== undefined && (
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    )
  )
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** How many prices change by how much, as bars from the greatest fall to the greatest rise. */
function Bands({ effects }: { effects: PricingEffects }) {
  const most = Math.max(...effects.bands)
  return (
    <>
      <ol className="bands" aria-label="Changed prices by how much">
        {effects.bands.map((n, i) => (
          <li key={bandNames[i]} title={`${count(n)} ${bandNames[i]}`}>
            <i style={{ height: `${(n / most) * 100}%` }} />
            <VisuallyHidden>
              {count(n)} {bandNames[i]}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <p className="bands-axis faint" aria-hidden>
        <span>−50%</span>
        <span>0</span>
        <span>+50%</span>
      </p>
    </>
  )
}

const kinds = { down: 'Most down', up: 'Most up', below_cost: 'Below cost', lost: 'Lost' } as const
type Kind = keyof typeof kinds
/** What is more and what less of two currencies nobody can say. */
const converted: Partial<Record<Kind, string>> = { down: 'Lower figure', up: 'Higher figure' }

function Examples({
  effects,
  view,
  currency,
  changed,
}: {
  effects: PricingEffects
  view: PricingView
  currency: number
  changed: boolean
}) {
  const [, set] = useUrl(whyUrl)
  const shown = (Object.keys(kinds) as Kind[]).filter((kind) => effects.examples[kind].length > 0)
  const [chosen, choose] = useState<Kind>()
  const kind = chosen && shown.includes(chosen) ? chosen : shown[0]
  if (!kind) return null
  const names = namesOf(view)
  const amount = (text: string | null, of = currency) => (text === null ? '—' : money(text, of))
  const converts = currency !== view.currency_id
  const columns: readonly Column<MovedPrice>[] = [
    { key: 'sku', header: 'SKU', leaves: 0, cell: (p) => <span className="name mono">{p.sku}</span> },
    { key: 'title', header: 'Product', leaves: 4, cell: (p) => p.title ?? '—' },
    { key: 'market', header: 'Markets', leaves: 6, cell: (p) => p.market_ids.map(names.market).join(', ') },
    { key: 'cost', header: 'Cost', numeric: true, leaves: 5, cell: (p) => amount(p.cost) },
    ...(changed
      ? ([
          {
            key: 'before',
            header: 'Now',
            numeric: true,
            leaves: 3,
            cell: (p) => amount(p.before, view.currency_id),
          },
          { key: 'after', header: 'Then', numeric: true, leaves: 2, cell: (p) => amount(p.after) },
          {
            key: 'change',
            header: 'Change',
            numeric: true,
            leaves: 1,
            cell: (p) => (converts ? '—' : changeOf(p)),
          },
        ] satisfies Column<MovedPrice>[])
      : ([
          { key: 'price', header: 'Price', numeric: true, leaves: 3, cell: (p) => amount(p.after) },
          { key: 'loss', header: 'Loss', numeric: true, leaves: 1, cell: (p) => amount(lossOf(p)) },
        ] satisfies Column<MovedPrice>[])),
  ]
  return (
    <>
      <SegmentedControl
        size="xs"
        mt="sm"
        mb="xs"
        aria-label="Which prices"
        data={shown.map((value) => ({ value, label: (converts && converted[value]) || kinds[value] }))}
        value={kind}
        onChange={(v) => choose(v as Kind)}
      />
      <DataTable
        label={kinds[kind]}
        name="moved prices"
        columns={columns}
        rows={effects.examples[kind]}
        id={(p) => `${p.product_id}-${p.market_ids[0]}`}
        open={(p) => set({ product: p.product_id })}
        empty=""
      />
    </>
  )
}

/** By how much a price lies below the cost. */
const lossOf = ({ cost, after }: MovedPrice) =>
  cost === null || after === null ? null : (Number(cost) - Number(after)).toFixed(2)
const changeOf = ({ before, after }: MovedPrice) =>
  before === null || after === null
    ? '—'
    : movedPercent(((Number(after) - Number(before)) / Number(before)) * 100)
