import { Anchor, Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AsinCandidate, AsinMatch } from '#contract/products/asins/queue.ts'
import { sizeText } from '#contract/products/asins/titles.ts'
import { money, moneyText } from '#contract/pricing/amounts.ts'
import { readOnly } from '../../../viewing.ts'
import { CopyText } from '../../../ui/CopyText.tsx'
import { differingParts } from './differing-words.ts'
import { ClassMark } from './ClassMark.tsx'
import { Picture } from './Picture.tsx'

interface Row {
  label: string
  ours: ReactNode
  theirs: (candidate: AsinCandidate) => ReactNode
}

const text = (value: string | null | undefined): ReactNode => value || '—'
const priceText = (value: string | null) => (value === null ? '—' : `$${moneyText(money(value))}`)

function rowsOf({ product }: AsinMatch): Row[] {
  if (!product) return []
  const { title, msrp, wholesale_price } = product
  const price = msrp ?? wholesale_price
  return [
    {
      label: 'Title',
      ours: <Title text={title} other={null} />,
      theirs: (c) => <Title text={c.title} other={title} />,
    },
    { label: 'Brand', ours: text(product.manufacturer), theirs: (c) => text(c.brand) },
    { label: 'Model', ours: <Code text={product.mpn} />, theirs: (c) => <Code text={c.model} /> },
    {
      label: 'Barcode',
      ours: <Code text={product.upc ?? product.ean} />,
      theirs: (c) => <Code text={c.barcodes[0] ?? null} />,
    },
    {
      label: 'Size, color',
      ours: text(sizeText(title ?? '')),
      theirs: (c) => text(sizeText(c.title ?? '')),
    },
    {
      label: 'Pack',
      ours: product.pack,
      theirs: (c) => c.package_quantity ?? '—',
    },
    {
      label: 'Price',
      ours: (
        <>
          {priceText(price)}
          {msrp === null && price !== null && <span className="faint"> wholesale</span>}
        </>
      ),
      theirs: (c) => <Price theirs={c.price} ours={price} />,
    },
  ]
}

function Price({ theirs, ours }: { theirs: string | null; ours: string | null }) {
  if (theirs === null) return <>—</>
  const ratio = ours === null || Number(ours) === 0 ? null : Number(theirs) / Number(ours)
  return (
    <>
      {priceText(theirs)} {ratio !== null && <span className="faint">×{ratio.toFixed(2)}</span>}
    </>
  )
}

/** A title with the words marked that the other doesn't have. */
function Title({ text: title, other }: { text: string | null; other: string | null }) {
  if (!title) return <>—</>
  if (!other) return <>{title}</>
  return (
    <>
      {differingParts(title, other).map((part, i) =>
        // oxlint-disable-next-line react/no-array-index-key -- a part is where it is
        part.differs ? <mark key={i}>{part.text}</mark> : part.text,
      )}
    </>
  )
}

const Code = ({ text: code }: { text: string | null }) =>
  code ? <span className="mono">{code}</span> : <>—</>

/** The product left, its candidates beside it, the same facts in the same row. */
export function MatchTable({
  match,
  marked,
  mark,
  choose,
  busy,
}: {
  match: AsinMatch
  marked: number
  mark: (position: number) => void
  choose: (asin: string) => void
  busy: boolean
}) {
  const { product, asins } = match
  if (!product) return null
  const cellClass = (i: number) => (i === marked ? 'marked' : undefined)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
    <div className="asin-compare" tabIndex={0} role="group" aria-label="Product and suggested items">
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              {product.supplier_name}
              <CopyText text={product.sku} label="SKU" />
            </th>
            {asins.map((c, i) => (
              <th key={c.asin} scope="col" className={cellClass(i)} onMouseDown={() => mark(i)}>
                <span className="asin-head">
                  {i < 9 && <kbd>{i + 1}</kbd>}
                  <Anchor href={c.url} target="_blank" rel="noopener noreferrer">
                    {c.asin}
                  </Anchor>
                  <CopyText text={c.asin} label="ASIN" hidesText />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Image</th>
            <td>
              <Picture src={product.images[0]} alt={`Image of ${product.sku}`} />
            </td>
            {asins.map((c, i) => (
              <td key={c.asin} className={cellClass(i)}>
                <Picture src={c.image ?? undefined} alt={`Image of ${c.asin}`} />
              </td>
            ))}
          </tr>
          {rowsOf(match).map(({ label, ours, theirs }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{ours}</td>
              {asins.map((c, i) => (
                <td key={c.asin} className={cellClass(i)}>
                  {theirs(c)}
                </td>
              ))}
            </tr>
          ))}
          <ReasonRow label="For" asins={asins} isFor cellClass={cellClass} />
          <ReasonRow label="Against" asins={asins} isFor={false} cellClass={cellClass} />
          <tr>
            <th scope="row">Score</th>
            <td className="faint">{storesText(product.stores)}</td>
            {asins.map((c, i) => (
              <td key={c.asin} className={cellClass(i)}>
                <ClassMark of={c.class} /> {c.score}
                {c.refused && <div className="faint">Refused before by {c.refused.by}</div>}
              </td>
            ))}
          </tr>
          <tr>
            <td />
            <td />
            {asins.map((c, i) => (
              <td key={c.asin} className={cellClass(i)}>
                <Button
                  size="xs"
                  variant={i === marked ? 'filled' : 'default'}
                  disabled={busy || readOnly !== undefined}
                  onClick={() => choose(c.asin)}
                  aria-label={`Choose ${c.asin}`}
                >
                  Choose
                </Button>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const storesText = (stores: number) => {
  if (stores === 0) return 'No store lists it yet'
  return stores === 1 ? '1 store lists it' : `${stores} stores list it`
}

function ReasonRow({
  label,
  asins,
  isFor,
  cellClass,
}: {
  label: string
  asins: readonly AsinCandidate[]
  isFor: boolean
  cellClass: (position: number) => string | undefined
}) {
  const Sign = isFor ? IconPlus : IconMinus
  return (
    <tr>
      <th scope="row">{label}</th>
      <td />
      {asins.map((c, i) => {
        const reasons = c.reasons.filter(({ points }) => (isFor ? points >= 0 : points < 0))
        return (
          <td key={c.asin} className={cellClass(i)}>
            <ul className={`asin-reasons tone-${isFor ? 'good' : 'wait'}`}>
              {reasons.map(({ code, text: reason }) => (
                <li key={`${code}${reason}`}>
                  <Sign size={13} aria-hidden /> {reason}
                </li>
              ))}
            </ul>
            {reasons.length === 0 && '—'}
          </td>
        )
      })}
    </tr>
  )
}
