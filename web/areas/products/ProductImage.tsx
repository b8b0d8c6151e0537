import { IconPhotoOff } from '@tabler/icons-react'
import { api } from '../../api.ts'
import './products.css'

/** A product's stored image, or a sign that there is none. */
export function ProductImage({
  supplierId,
  imageId,
  alt,
  size = 28,
}: {
  supplierId: number
  imageId: number | null
  alt: string
  size?: number
}) {
  if (imageId === null)
    return (
      <span className="product-image none" style={{ width: size, height: size }} title="No image">
        <IconPhotoOff size={Math.min(16, size / 2)} aria-label="No image" />
      </span>
    )
  return (
    <img
      className="product-image"
      width={size}
      height={size}
      src={api.getImage.url({ params: { id: supplierId, product_image_id: imageId } })}
      alt={alt}
      loading="lazy"
    />
  )
}
