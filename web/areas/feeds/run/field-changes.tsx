import { IconArrowRight, IconCircleMinus, IconCirclePlus, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChangeKind, ComparedProduct } from '#contract/feeds/comparison.ts'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import { Status } from '../../../ui/values.tsx'
import { fieldText } from '../mapping/field-text.ts'

export const changeWords: Record<ChangeKind, string> = {
  Created: 'Created',
  Updated: 'Updated',
  Deleted: 'Removed',
}

const signs = {
  Created: { tone: 'good', icon: IconCirclePlus },
  Updated: { tone: 'run', icon: IconPencil },
  Deleted: { tone: 'bad', icon: IconCircleMinus },
} as const
const valueOf = (field: string, value: string | null, currency: string | null) =>
  value === null ? '—' : fieldText(field, value, currency)

/** What happened to a product, as a sign. */
export const ChangeSign = ({
  change,
  deletedLabel = changeWords.Deleted,
}: {
  change: ChangeKind
  deletedLabel?: string
}) => (
  <Status tone={signs[change].tone} icon={signs[change].icon}>
    {change === 'Deleted' ? deletedLabel : change}
  </Status>
)

/** The fields that changed, each before and after. */
export function ChangedFields({
  product,
  currency,
}: {
  product: Pick<ComparedProduct, 'change' | 'fields'>
  currency: string | null
}) {
  const fields = Object.entries(product.fields)
  if (fields.length === 0)
    return <span className="quiet">{product.change === 'Deleted' ? 'No longer in the file' : '—'}</span>
  return fields.map(([field, { from, to }]) => (
    <FieldChange key={field} field={field} from={from} to={to} currency={currency} />
  ))
}

/** A field before and after. */
export function FieldChange({
  field,
  currency,
  ...change
}: {
  field: string
  from: string | null
  to: string | null
  currency: string | null
}) {
  const [from, to] = [valueOf(field, change.from, currency), valueOf(field, change.to, currency)]
  const [whole, setWhole] = useState(false)
  const text = (
    <>
      <span className="quiet">
        {productFields[field as ProductField]?.label ?? field} {from}
      </span>{' '}
      <IconArrowRight size={12} aria-label="to" /> <b>{to}</b>
    </>
  )
  const length = from.length + to.length
  if (length < readable) return <div className="cut">{text}</div>
  return (
    <button
      type="button"
      className={`change-text ${whole ? 'whole' : 'cut'}`}
      aria-expanded={whole}
      title={whole ? 'Show less' : 'Show all'}
      onClick={() => setWhole(!whole)}
    >
      {text}
    </button>
  )
}
/** A row has room for this many characters; longer text is cut until it is clicked. */
const readable = 48
