import { Link } from '@tanstack/react-router'
import { money } from '#contract/formats.ts'
import type { ExplainedPrices } from '#contract/pricing/price-rules.ts'
import { links } from '../../links.ts'
import { Ago, count, Moment } from '../../ui/values.tsx'
import { shownSentence } from './shown-words.ts'

type Market = ExplainedPrices['markets'][number]
type Store = Market['shown'][number]

/** What a store shows of a product, and why that isn't the price now. */
export function ShownRow({
  vendorId,
  market,
  store,
  currency,
}: {
  vendorId: number
  market: Market
  store: Store
  currency: number
}) {
  const page = links.vendorStore(vendorId, store.vendor_store_id)
  return (
    <tr>
      <th scope="row">In store</th>
      <td>
        <Link to={page} className="link">
          {store.vendor_store_name}
        </Link>
        {store.in_store ? (
          <>
            , sent <Ago tm={store.told_tm} />
          </>
        ) : (
          ', not listed'
        )}
        {store.quantity !== null && `, ${count(store.quantity)} in stock`}
        {store.why.length > 0 && (
          <ul className="why-shown">
            {store.why.map((reason) => (
              <li key={reason.why}>
                {reason.store_update_id !== null && (
                  <Link to={`${page}?update=${reason.store_update_id}`} className="link">
                    Update {reason.store_update_id}
                  </Link>
                )}{' '}
                {(reason.why === 'skip_price_updates' || reason.why === 'store_synchronize') && (
                  <Link
                    to={links.integration(vendorId, market.vendor_market_map_id, 'settings')}
                    className="link"
                  >
                    Integration setting:
                  </Link>
                )}{' '}
                {shownSentence(reason)}
                {reason.until !== null && (
                  <>
                    {' '}
                    until <Moment tm={reason.until} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className="numeric">{store.price === null ? '—' : money(store.price, currency)}</td>
    </tr>
  )
}
