import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { cellNotSeen } from '#contract/feeds/cost-cell.ts'
import { money, price as exactly } from '#contract/formats.ts'
import { priceText, pricing } from '#contract/pricing/price.ts'
import { pricingSet, type ExplainedPrices, type PricingView } from '#contract/pricing/price-rules.ts'
import { sellingCurrencies, type CurrencyId } from '#contract/pricing/rules.ts'
import { currencySigns, whySteps } from '#contract/pricing/price-steps.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, LoadError, Panel } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { SkuLink } from '../products/public.tsx'
import { FindProduct } from './FindProduct.tsx'
import { namesOf } from './names.ts'
import { toSet, type RulesForm } from './rules-form.ts'
import { ShownRow } from './ShownRow.tsx'
import { whyUrl } from './why-url.ts'

interface PriceWhyProps {
  vendorId: number
  form: RulesForm
  view: PricingView
  isChanged: boolean
}

/** How a product's price is made by the rules as typed, from the feed's column on. */
export function PriceWhy(props: PriceWhyProps) {
  const [{ product }, set] = useUrl(whyUrl)
  return (
    <Panel title="Price breakdown">
      <FindProduct vendorId={props.vendorId} choose={(id) => set({ product: id })} />
      {product === undefined ? (
        <Empty>Choose a product to see how its price is calculated.</Empty>
      ) : (
        <PriceSteps {...props} productId={product} />
      )}
    </Panel>
  )
}

function PriceSteps({ vendorId, form, view, isChanged, productId }: PriceWhyProps & { productId: number }) {
  const params = { vendor_id: vendorId }
  const { data, error, refetch } = useQuery(
    api.getPriceChain.query({ params, query: { product_id: productId } }),
  )
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  const draft = pricingSet.safeParse(toSet(form))
  const currency = Number(form.currency)
  const ownCurrency = sellingCurrencies[currency as CurrencyId]
  return (
    <section className="why" aria-label={`Price breakdown of ${data.sku}`}>
      <h3>
        <SkuLink sku={data.sku} productId={data.product_id} vendorId={vendorId} inNewTab /> {data.title}
      </h3>
      <Text size="sm" c="dimmed">
        {data.dropshipper_name}: {costSource(data)}
        <Cell feed={data.feed} />,{' '}
        <Link to={links.feedRun(data.feed.run_id)} className="link">
          run {data.feed.run_id}
        </Link>
      </Text>
      {data.markets.length === 0 && <Text size="sm">Not sold: its supplier has no active integration.</Text>}
      {data.markets.map((market) => {
        const draftPrice =
          isChanged && draft.success
            ? pricing(draft.data.rules, draft.data.rates, ownCurrency)(data.product, market)
            : null
        const steps = draftPrice ? whySteps(draftPrice, namesOf(view), currencySigns[currency]) : market.steps
        const price = draftPrice ? priceText(draftPrice) : market.price
        return (
          <table key={market.vendor_market_map_id} className="why-steps">
            <caption>
              {market.market_name}
              {market.standing !== null && (
                <span className="faint"> ({market.standing.toLowerCase()})</span>
              )}{' '}
              <b>{price === null ? 'no price' : money(price, currency)}</b>
              {draftPrice && price !== market.price && (
                <span className="faint">
                  {' '}
                  now {market.price === null ? 'none' : money(market.price, view.currency_id)}
                </span>
              )}
            </caption>
            <tbody>
              {steps.map(({ step, text, amount }) => (
                <tr key={text} {...(step === 'Price' && { className: 'price' })}>
                  <th scope="row">{step}</th>
                  <td>{text}</td>
                  <td className="numeric">{amount === null ? '—' : exactly(amount, ownCurrency)}</td>
                </tr>
              ))}
              {market.shown.map((store) => (
                <ShownRow
                  key={store.vendor_store_id}
                  vendorId={vendorId}
                  market={market}
                  store={store}
                  currency={view.currency_id}
                />
              ))}
              {market.shown.length === 0 && (
                <tr>
                  <th scope="row">Shown</th>
                  <td>{market.stores === 0 ? 'No store in this market' : 'Not in a store yet'}</td>
                  <td className="numeric">—</td>
                </tr>
              )}
            </tbody>
          </table>
        )
      })}
    </section>
  )
}

/** The cell in the supplier's file; looking it up takes a moment. */
function Cell({ feed: { feed_id, product_id, column } }: Pick<ExplainedPrices, 'feed'>) {
  const { data } = useQuery({
    ...api.getCostCell.query({ params: { feed_id }, query: { product_id } }),
    enabled: column !== null,
  })
  if (!data) return null
  if (data.not_seen !== null) return ` (${cellNotSeen[data.not_seen]})`
  if (!data.text) return ' (empty)'
  return (
    <>
      : <q className="mono cell">{data.text}</q>
    </>
  )
}

function costSource({ feed: { column, transforms } }: ExplainedPrices): string {
  if (column === null) return 'no wholesale price column mapped'
  const transformText = transforms.length > 0 ? `, read as ${transforms.map(readable).join(', ')}` : ''
  return `wholesale price from column “${column}”${transformText}`
}
const readable = (kind: string) => kind.replaceAll('_', ' ')
