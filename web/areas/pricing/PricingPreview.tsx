import { SegmentedControl, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import type { MovedPrice, PricingEffects, PricingView } from '#contract/pricing/price-rules.ts'
import { sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import { links } from '../../links.ts'
import { Empty, LoadError, Panel } from '../../ui/page/Page.tsx'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { SkuLink } from '../products/public.tsx'
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
  unpricedReasons,
} from './effect-words.ts'
import { namesOf } from './names.ts'
import type { RulesForm } from './rules-form.ts'
import type { Effects } from './useEffects.ts'
import { whyUrl } from './why-url.ts'

/** What the rules as typed do to all prices and to each store, before they are saved. */
export function PricingPreview({
  vendorId,
  form,
  view,
  isChanged,
  preview,
}: {
  vendorId: number
  form: RulesForm
  view: PricingView
  isChanged: boolean
  preview: Effects
}) {
  const { complete, effects, error, retry, busy } = preview
  const currency = Number(form.currency)
  const newCurrency = currency === view.currency_id ? undefined : sellingCurrencies[currency as CurrencyId]
  return (
    <Panel title={isChanged ? 'Preview' : 'Current prices'}>
      {!complete && <Empty>Complete every rule and rate to see a preview.</Empty>}
      {complete && effects && (
        <div className="weighed" aria-busy={busy}>
          <Summary effects={effects} isChanged={isChanged} newCurrency={newCurrency} />
          {isChanged && <InStores effects={effects} vendorId={vendorId} newCurrency={newCurrency} />}
          <Storeless effects={effects} view={view} />
          {isChanged && newCurrency === undefined && effects.up + effects.down > 0 && (
            <Bands effects={effects} />
          )}
          <Examples
            effects={effects}
            view={view}
            vendorId={vendorId}
            currency={currency}
            isChanged={isChanged}
          />
        </div>
      )}
      {complete && !effects && error && <LoadError error={error} retry={retry} />}
      {complete && !effects && !error && <Skeleton height={160} />}
    </Panel>
  )
}

/** The new selling currency, if it changes. */
type NewCurrency = string | undefined

/** How all prices change, and why products have none. */
function Summary({
  effects,
  isChanged,
  newCurrency,
}: {
  effects: PricingEffects
  isChanged: boolean
  newCurrency: NewCurrency
}) {
  const { before, after, products } = effects
  return (
    <>
      <p role="status" {...(isChanged && isGrave(effects) && { className: 'grave' })}>
        {isChanged
          ? effectSentence(effects, newCurrency)
          : standingSentence(before, products) || effectSentence(effects)}
        {isChanged && <span> {standingSentence(after, products)}</span>}
      </p>
      {unpricedReasons(isChanged ? after : before).map((reason) => (
        <Text key={reason} size="sm" c="dimmed">
          {reason}
        </Text>
      ))}
    </>
  )
}

/** What changes in each store, and which of them need approval first. */
const InStores = ({
  effects,
  vendorId,
  newCurrency,
}: {
  effects: PricingEffects
  vendorId: number
  newCurrency: NewCurrency
}) => (
  <>
    {effects.stores.length > 0 && (
      <>
        <p className="faint" id="in-stores">
          Changes by store
        </p>
        <ul className="in-stores" aria-labelledby="in-stores">
          {effects.stores.map((store) => (
            <li key={store.vendor_store_id}>
              <Link to={links.vendorStore(vendorId, store.vendor_store_id)} className="link">
                {store.vendor_store_name}
              </Link>
              : {storeSentence(store, newCurrency)}
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

/** How many prices change by how much, as bars from the largest fall to the largest rise. */
function Bands({ effects }: { effects: PricingEffects }) {
  const highest = Math.max(...effects.bands)
  return (
    <>
      <ol className="bands" aria-label="Price changes by size">
        {effects.bands.map((n, i) => (
          <li key={bandNames[i]} title={`${count(n)} ${bandNames[i]}`}>
            <i style={{ height: `${(n / highest) * 100}%` }} />
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

const kinds = {
  down: 'Largest decreases',
  up: 'Largest increases',
  below_cost: 'Below cost',
  lost: 'Lost',
} as const
type Kind = keyof typeof kinds
/** Amounts in two currencies can't be called higher or lower. */
const conversionLabels: Partial<Record<Kind, string>> = { down: 'Lower amount', up: 'Higher amount' }

function Examples({
  effects,
  view,
  vendorId,
  currency,
  isChanged,
}: {
  effects: PricingEffects
  view: PricingView
  vendorId: number
  currency: number
  isChanged: boolean
}) {
  const [, set] = useUrl(whyUrl)
  const shownKinds = (Object.keys(kinds) as Kind[]).filter((kind) => effects.examples[kind].length > 0)
  const [chosenKind, setChosenKind] = useState<Kind>()
  const kind = chosenKind && shownKinds.includes(chosenKind) ? chosenKind : shownKinds[0]
  if (!kind) return null
  const names = namesOf(view)
  const amount = (text: string | null, amountCurrency = currency) =>
    text === null ? '—' : money(text, amountCurrency)
  const converts = currency !== view.currency_id
  const columns: readonly Column<MovedPrice>[] = [
    {
      key: 'sku',
      header: 'SKU',
      leaves: 0,
      cell: (p) => <SkuLink sku={p.sku} productId={p.product_id} vendorId={vendorId} inNewTab />,
    },
    { key: 'title', header: 'Product', leaves: 4, cell: (p) => p.title ?? '—' },
    { key: 'market', header: 'Markets', leaves: 6, cell: (p) => p.market_ids.map(names.market).join(', ') },
    { key: 'cost', header: 'Cost', numeric: true, leaves: 5, cell: (p) => amount(p.cost) },
    ...(isChanged
      ? ([
          {
            key: 'before',
            header: 'Current',
            numeric: true,
            leaves: 3,
            cell: (p) => amount(p.before, view.currency_id),
          },
          { key: 'after', header: 'New', numeric: true, leaves: 2, cell: (p) => amount(p.after) },
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
        aria-label="Price changes"
        data={shownKinds.map((value) => ({
          value,
          label: (converts && conversionLabels[value]) || kinds[value],
        }))}
        value={kind}
        onChange={(v) => setChosenKind(v as Kind)}
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

/** How far a price is below the cost. */
const lossOf = ({ cost, after }: MovedPrice) =>
  cost === null || after === null ? null : (Number(cost) - Number(after)).toFixed(2)
const changeOf = ({ before, after }: MovedPrice) =>
  before === null || after === null
    ? '—'
    : movedPercent(((Number(after) - Number(before)) / Number(before)) * 100)
