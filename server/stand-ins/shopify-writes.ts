import type { ShopifyProduct, ShopifyVariant, Values } from './shopify.ts'

interface UserError {
  field: string[] | null
  message: string
  code?: string
}
export class Refusal extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** The mutations that need a key of their own. */
export const keyedMutations = ['inventorySetQuantities']

interface WritableShop {
  readonly products: Map<string, ShopifyProduct>
  readonly stock: Map<string, Map<string, number>>
  readonly acceptsUnknown: boolean
  add(product: Partial<ShopifyProduct>, variants: Partial<ShopifyVariant>[]): ShopifyProduct
  blankVariant(fields: Partial<ShopifyVariant>): ShopifyVariant
  productOf(id: unknown): ShopifyProduct | undefined
  hasItem(item: string): boolean
  productBody(product: ShopifyProduct): Values
}

/** The writes that a Shopify shop takes, by the names of its mutations. */
export class ShopifyWrites {
  private readonly shop: WritableShop

  constructor(shop: WritableShop) {
    this.shop = shop
  }

  readonly mutations: Record<string, (args: Values) => Values> = {
    productSet: (args) => this.setProduct(args),
    productUpdate: ({ product }) => {
      const fields = product as Values
      const current = this.shop.productOf(fields.id)
      return errorsOf(current ? changeProduct(current, fields) : noProduct(['id']))
    },
    productVariantsBulkUpdate: (args) => this.updateVariants(args),
    productDelete: ({ input }) => {
      const isDeleted = this.shop.products.delete(String((input as Values).id))
      return errorsOf(isDeleted || this.shop.acceptsUnknown ? undefined : noProduct(['id']))
    },
    productVariantsBulkDelete: ({ productId, variantsIds }) => {
      const product = this.shop.products.get(String(productId))
      if (!product) return errorsOf(noProduct(['productId']))
      product.variants = product.variants.filter(({ id }) => !(variantsIds as string[]).includes(id))
      return errorsOf()
    },
    publishablePublish: ({ id, input }) => {
      const product = this.shop.productOf(id)
      if (!product) return errorsOf(noProduct(['id']))
      for (const { publicationId } of input as { publicationId: string }[])
        if (!product.publications.includes(publicationId)) product.publications.push(publicationId)
      return errorsOf()
    },
    inventorySetQuantities: (args) => this.setQuantities(args),
  }

  private setProduct({ identifier, input }: Values): Values {
    const fields = input as Values & { variants?: Values[] }
    const id = (identifier as { id?: string } | null)?.id
    const current = id === undefined ? undefined : this.shop.productOf(id)
    if (id !== undefined && !current) return { product: null, ...errorsOf(noProduct(['identifier', 'id'])) }
    const product = current ?? this.shop.add({}, [])
    const error = changeProduct(product, fields)
    // a list replaces what was there
    if (!error && fields.variants)
      product.variants = fields.variants.map((variantFields) => {
        const variant = this.shop.blankVariant({})
        changeVariant(variant, variantFields)
        const levels = (variantFields.inventoryQuantities ?? []) as { locationId: string; quantity: number }[]
        this.shop.stock.set(variant.item, new Map(levels.map((level) => [level.locationId, level.quantity])))
        return variant
      })
    if (error && !current) this.shop.products.delete(product.id)
    return error
      ? { product: null, ...errorsOf(below(error, 'input')) }
      : { product: this.shop.productBody(product), ...errorsOf() }
  }

  private updateVariants({ productId, variants }: Values): Values {
    const product = this.shop.productOf(productId)
    if (!product) return errorsOf(noProduct(['productId']))
    const userErrors = (variants as Values[]).flatMap((fields, i) => {
      const error = this.updateVariant(product, fields)
      return error ? [below(error, 'variants', String(i))] : []
    })
    return { userErrors }
  }

  private updateVariant(product: ShopifyProduct, fields: Values): UserError | undefined {
    let variant = product.variants.find(({ id }) => id === fields.id)
    if (!variant && this.shop.acceptsUnknown) {
      variant = this.shop.blankVariant({ id: String(fields.id) })
      product.variants.push(variant)
    }
    if (variant) return changeVariant(variant, fields)
    return {
      field: ['id'],
      message: 'Product variant does not exist',
      code: 'PRODUCT_VARIANT_DOES_NOT_EXIST',
    }
  }

  private setQuantities({ input }: Values): Values {
    const { quantities } = input as { quantities: Values[] }
    if (quantities.some((level) => !('changeFromQuantity' in level)))
      throw new Refusal('changeFromQuantity is required', 'BAD_USER_INPUT')
    const userErrors = quantities.flatMap((level, i): UserError[] => {
      const error = this.levelError(level)
      return error ? [below(error, 'input', 'quantities', String(i))] : []
    })
    if (userErrors.length === 0)
      for (const { inventoryItemId, locationId, quantity } of quantities)
        this.levelsOf(String(inventoryItemId)).set(String(locationId), Number(quantity))
    return { userErrors }
  }

  private levelsOf(item: string): Map<string, number> {
    const levels = this.shop.stock.get(item) ?? new Map<string, number>()
    this.shop.stock.set(item, levels)
    return levels
  }

  private levelError({
    inventoryItemId,
    locationId,
    quantity,
    changeFromQuantity,
  }: Values): UserError | undefined {
    const item = String(inventoryItemId)
    if (!this.shop.hasItem(item))
      return {
        field: ['inventoryItemId'],
        message: 'The specified inventory item could not be found.',
        code: 'INVALID_INVENTORY_ITEM',
      }
    if (Number(quantity) > 1_000_000_000)
      return { field: ['quantity'], message: 'The quantity is too high.', code: 'INVALID_QUANTITY_TOO_HIGH' }
    // an item that isn’t stocked there is stocked by this, since 2026-10
    const current = this.levelsOf(item).get(String(locationId))
    if (changeFromQuantity !== null && changeFromQuantity !== current)
      return {
        field: ['changeFromQuantity'],
        message: 'The quantity has changed.',
        code: 'CHANGE_FROM_QUANTITY_STALE',
      }
    return undefined
  }
}

const errorsOf = (error?: UserError) => ({ userErrors: error ? [error] : [] })
const below = (error: UserError, ...path: string[]): UserError => ({
  ...error,
  field: [...path, ...(error.field ?? [])],
})
const noProduct = (field: string[]): UserError => ({
  field,
  message: 'Product does not exist',
  code: 'PRODUCT_DOES_NOT_EXIST',
})

/** @returns what is wrong with the fields, if anything */
function changeProduct(product: ShopifyProduct, fields: Values): UserError | undefined {
  const { files, variants: _, ...others } = fields
  const title = fields.title as string | undefined
  if (title === '') return { field: ['title'], message: "Title can't be blank", code: 'INVALID_INPUT' }
  if ((title ?? '').length > 255)
    return {
      field: ['title'],
      message: 'Title is too long (maximum is 255 characters)',
      code: 'INVALID_INPUT',
    }
  Object.assign(product, {
    ...(title !== undefined && { title }),
    ...(files !== undefined && {
      files: (files as { originalSource: string }[]).map((file) => file.originalSource),
    }),
    ...Object.fromEntries(Object.entries(others).filter(([name]) => name in product && name !== 'id')),
  })
  return undefined
}

/** @returns what is wrong with the fields, if anything */
function changeVariant(variant: ShopifyVariant, fields: Values): UserError | undefined {
  const { compareAtPrice, barcode, sku, inventoryItem = {} } = fields
  const price = fields.price as string | undefined
  if (price !== undefined && !/^\d+(\.\d+)?$/.test(price))
    return { field: ['price'], message: 'Price must be greater than or equal to 0', code: 'INVALID' }
  const item = inventoryItem as { tracked?: boolean; measurement?: { weight: ShopifyVariant['weight'] } }
  Object.assign(variant, {
    ...(price !== undefined && { price }),
    ...(compareAtPrice !== undefined && { compareAtPrice }),
    ...(barcode !== undefined && { barcode }),
    ...(sku !== undefined && { sku }),
    ...(item.tracked !== undefined && { tracked: item.tracked }),
    ...(item.measurement && { weight: item.measurement.weight }),
  })
  return undefined
}
