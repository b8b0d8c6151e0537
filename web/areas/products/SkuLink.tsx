import { Link } from '@tanstack/react-router'
import { links } from '../../links.ts'

/** A SKU wherever it is shown: it leads to its product's page, by its id or, where only the SKU is known, by that. */
export function SkuLink({
  sku,
  productId,
  supplierId,
  vendorId,
  inNewTab = false,
  className = '',
}: {
  sku: string
  productId?: number | null | undefined
  supplierId?: number | undefined
  /** Whose chain the page shows. */
  vendorId?: number | undefined
  /** Within a form, which it doesn’t leave. */
  inNewTab?: boolean
  className?: string
}) {
  const to =
    typeof productId === 'number'
      ? links.product(productId, vendorId)
      : links.sku(sku, { supplier: supplierId, uid: vendorId })
  return (
    <Link
      to={to}
      className={`link mono ${className}`}
      title={sku}
      {...(inNewTab && { target: '_blank', rel: 'noopener' })}
    >
      {sku}
    </Link>
  )
}
