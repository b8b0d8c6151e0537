import type { Given, Shopify, ShopifyProduct, ShopifyVariant } from './shopify.ts'

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
export const refusal = (message: string, code: string) => new Refusal(message, code)

/** What asks for a key of its own. */
export const needKey = ['inventorySetQuantities', 'inventoryActivate']

interface Of extends Pick<Shopify, 'products' | 'stock' | 'add'> {
  recalls: boolean
  blankVariant: (own: Partial<ShopifyVariant>) => ShopifyVariant
  productOf: (id: unknown) => ShopifyProduct | undefined
  itemThere: (item: string) => boolean
  shownProduct: (product: ShopifyProduct) => Given
}
/** What a Shopify shop can be told, by the names of its mutations. */
export function shopifyWrites(of: Of): Record<string, (given: Given) => Given> {
  const { recalls, products, stock, add, blankVariant, productOf, itemThere, shownProduct } = of
  const tellVariant = (own: ShopifyVariant, given: Given): UserError | undefined => {
    const { compareAtPrice, barcode, sku, inventoryItem = {} } = given
    const price = given.price as string | undefined
    if (price !== undefined && !/^\d+(\.\d+)?$/.test(price))
      return { field: ['price'], message: 'Price must be greater than or equal to 0', code: 'INVALID' }
    const item = inventoryItem as { tracked?: boolean; measurement?: { weight: ShopifyVariant['weight'] } }
    Object.assign(own, {
      ...(price !== undefined && { price }),
      ...(compareAtPrice !== undefined && { compareAtPrice }),
      ...(barcode !== undefined && { barcode }),
      ...(sku !== undefined && { sku }),
      ...(item.tracked !== undefined && { tracked: item.tracked }),
      ...(item.measurement && { weight: item.measurement.weight }),
    })
    return undefined
  }
  const tellProduct = (product: ShopifyProduct, given: Given): UserError | undefined => {
    const { files, variants: _, ...more } = given
    const title = given.title as string | undefined
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
        files: (files as { originalSource: string }[]).map((one) => one.originalSource),
      }),
      ...Object.fromEntries(Object.entries(more).filter(([name]) => name in product && name !== 'id')),
    })
    return undefined
  }
  const noProduct = (field: string[]): UserError => ({
    field,
    message: 'Product does not exist',
    code: 'PRODUCT_DOES_NOT_EXIST',
  })

  const mutations: Record<string, (given: Given) => Given> = {
    productSet({ identifier, input }) {
      const told = input as Given & { variants?: Given[] }
      const id = (identifier as { id?: string } | null)?.id
      const had = id === undefined ? undefined : productOf(id)
      if (id !== undefined && !had) return { product: null, userErrors: [noProduct(['identifier', 'id'])] }
      const product = had ?? add({}, [])
      const error = tellProduct(product, told)
      // a list replaces what was there
      if (!error && told.variants)
        product.variants = told.variants.map((given) => {
          const own = blankVariant({})
          tellVariant(own, given)
          const levels = (given.inventoryQuantities ?? []) as { locationId: string; quantity: number }[]
          stock.set(own.item, new Map(levels.map((one) => [one.locationId, one.quantity])))
          return own
        })
      if (error && !had) products.delete(product.id)
      return error
        ? { product: null, userErrors: [{ ...error, field: ['input', ...(error.field ?? [])] }] }
        : { product: shownProduct(product), userErrors: [] }
    },
    productUpdate({ product: told }) {
      const product = productOf((told as Given).id)
      const error = product ? tellProduct(product, told as Given) : noProduct(['id'])
      return { userErrors: error ? [error] : [] }
    },
    productVariantsBulkUpdate({ productId, variants: told }) {
      const product = productOf(productId)
      if (!product) return { userErrors: [noProduct(['productId'])] }
      const userErrors = (told as Given[]).flatMap((given, i) => {
        let own = product.variants.find((one) => one.id === given.id)
        if (!own && recalls) product.variants.push((own = blankVariant({ id: String(given.id) })))
        const error = own
          ? tellVariant(own, given)
          : {
              field: ['id'],
              message: 'Product variant does not exist',
              code: 'PRODUCT_VARIANT_DOES_NOT_EXIST',
            }
        return error ? [{ ...error, field: ['variants', String(i), ...error.field!] }] : []
      })
      return { userErrors }
    },
    productDelete({ input }) {
      const id = String((input as Given).id)
      if (!products.delete(id) && !recalls) return { userErrors: [noProduct(['id'])] }
      return { userErrors: [] }
    },
    productVariantsBulkDelete({ productId, variantsIds }) {
      const product = products.get(String(productId))
      if (!product) return { userErrors: [noProduct(['productId'])] }
      product.variants = product.variants.filter((own) => !(variantsIds as string[]).includes(own.id))
      return { userErrors: [] }
    },
    publishablePublish({ id, input }) {
      const product = productOf(id)
      if (!product) return { userErrors: [noProduct(['id'])] }
      for (const { publicationId } of input as { publicationId: string }[])
        if (!product.publications.includes(publicationId)) product.publications.push(publicationId)
      return { userErrors: [] }
    },
    inventoryActivate({ inventoryItemId, locationId, available }) {
      const item = String(inventoryItemId)
      if (!itemThere(item))
        return {
          userErrors: [
            {
              field: ['inventoryItemId'],
              message: 'The product couldn’t be stocked because it wasn’t found.',
            },
          ],
        }
      levelsOf(item).set(String(locationId), Number(available))
      return { userErrors: [] }
    },
    inventorySetQuantities({ input }) {
      const { quantities } = input as { quantities: Given[] }
      if (quantities.some((one) => !('changeFromQuantity' in one)))
        throw refusal('changeFromQuantity is required', 'BAD_USER_INPUT')
      const userErrors = quantities.flatMap((one, i): UserError[] => {
        const error = wrongLevel(one)
        return error ? [{ ...error, field: ['input', 'quantities', String(i), ...error.field!] }] : []
      })
      if (userErrors.length === 0)
        for (const one of quantities)
          levelsOf(String(one.inventoryItemId)).set(String(one.locationId), Number(one.quantity))
      return { userErrors }
    },
  }
  const levelsOf = (item: string) => stock.get(item) ?? stock.set(item, new Map()).get(item)!
  const wrongLevel = ({
    inventoryItemId,
    locationId,
    quantity,
    changeFromQuantity,
  }: Given): UserError | undefined => {
    const item = String(inventoryItemId)
    if (!itemThere(item))
      return {
        field: ['inventoryItemId'],
        message: 'The specified inventory item could not be found.',
        code: 'INVALID_INVENTORY_ITEM',
      }
    if (Number(quantity) > 1_000_000_000)
      return { field: ['quantity'], message: 'The quantity is too high.', code: 'INVALID_QUANTITY_TOO_HIGH' }
    const had = levelsOf(item).get(String(locationId))
    if (had === undefined && !recalls)
      return {
        field: ['locationId'],
        message: 'The item isn’t stocked at the location.',
        code: 'ITEM_NOT_STOCKED_AT_LOCATION',
      }
    if (changeFromQuantity !== null && changeFromQuantity !== had)
      return {
        field: ['changeFromQuantity'],
        message: 'The quantity has changed.',
        code: 'CHANGE_FROM_QUANTITY_STALE',
      }
    return undefined
  }
  return mutations
}
