import { z } from 'zod'
import type { Market, Order, Shipment } from '../market.ts'
import { listOf, orderFrom, orNone, plain, refusedShipment, shipOnce, when, type ToShip } from '../orders.ts'

/** Neither the buyer nor the recipient. */
const includedData = 'FULFILLMENT,PACKAGES,PROCEEDS'
const money = z.object({ amount: plain, currencyCode: z.string() })
const order = z.object({
  orderId: z.string(),
  createdTime: when,
  proceeds: z.object({ grandTotal: money.nullish() }).nullish(),
  fulfillment: z.object({ fulfillmentStatus: z.string(), fulfilledBy: z.string().nullish() }).nullish(),
  orderItems: listOf(
    z.object({
      orderItemId: plain,
      quantityOrdered: z.number(),
      product: z
        .object({
          title: z.string().nullish(),
          sellerSku: z.string().nullish(),
          price: z.object({ unitPrice: money.nullish() }).nullish(),
        })
        .nullish(),
      fulfillment: z
        .object({ quantityFulfilled: z.number().nullish(), quantityUnfulfilled: z.number().nullish() })
        .nullish(),
    }),
  ),
  packages: listOf(
    z.object({
      carrier: z.string().nullish(),
      trackingNumber: z.string().nullish(),
      shipTime: when.nullish(),
    }),
  ),
})
type Raw = z.output<typeof order>
const page = z.object({
  orders: z.array(order),
  pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
})
const said = z.object({ errors: listOf(z.object({ message: z.string().nullish() })) })
const known = ['UPS', 'USPS', 'FedEx', 'DHL', 'OnTrac']

/** Asks with a token: no body, it is got. */
type Asked = <T>(
  path: string,
  answer: z.ZodType<T>,
  body?: object,
  also?: readonly number[],
) => Promise<{ status: number; body: T }>

/** The orders of a seller at Amazon. */
export function openAmazonOrders(asked: Asked, marketplaceId: string): Pick<Market, 'orders' | 'ship'> {
  const at = 'orders/2026-01-01/orders'
  const tell = async (shipment: Shipment, lines: ToShip, key: string) => {
    const { order_id, carrier, tracking } = shipment
    const code = known.find((one) => one.toLowerCase() === carrier.toLowerCase())
    const { status, body } = await asked(
      `orders/v0/orders/${order_id}/shipmentConfirmation`,
      said as z.ZodType<z.output<typeof said>>,
      {
        marketplaceId,
        packageDetail: {
          // a number by which a package that is told again is the same one
          packageReferenceId: String(Number.parseInt(key.slice(0, 12), 16) + 1),
          carrierCode: code ?? 'Other',
          carrierName: carrier,
          trackingNumber: tracking,
          shipDate: new Date().toISOString(),
          orderItems: lines.map(({ line_id, quantity }) => ({ orderItemId: line_id, quantity })),
        },
      },
      [400, 404, 409, 422],
    )
    if (status < 400) return { state: 'told' as const }
    const text = body.errors.flatMap((one) => one.message || []).join(' ')
    return refusedShipment(status === 404 ? 'missing' : 'conflict', text)
  }
  return {
    async orders(since, cursor) {
      const query = new URLSearchParams({
        createdAfter: since.toISOString(),
        marketplaceIds: marketplaceId,
        includedData,
        ...(cursor && { paginationToken: cursor }),
      })
      const { body } = await asked(`${at}?${query.toString()}`, page as z.ZodType<z.output<typeof page>>)
      const orders = body.orders.map(toOrder)
      const next = body.pagination?.nextToken
      return next ? { orders, next } : { orders }
    },
    async ship(shipment, key) {
      let amazons = false
      const one = z.object({ order })
      return shipOnce(
        shipment,
        async () => {
          const found = await orNone(
            asked(
              `${at}/${shipment.order_id}?includedData=${includedData}`,
              one as z.ZodType<z.output<typeof one>>,
            ),
          )
          amazons = found?.body.order.fulfillment?.fulfilledBy === 'AMAZON'
          return found && toOrder(found.body.order)
        },
        async (_has, lines) =>
          amazons
            ? refusedShipment('invalid', 'Amazon ships this order itself.')
            : tell(shipment, lines, key),
      )
    },
  }
}

const toOrder = (raw: Raw): Order =>
  orderFrom({
    id: raw.orderId,
    name: raw.orderId,
    placed_tm: raw.createdTime,
    total: raw.proceeds?.grandTotal?.amount ?? null,
    currency: raw.proceeds?.grandTotal?.currencyCode ?? '',
    cancelled: raw.fulfillment?.fulfillmentStatus === 'CANCELLED',
    lines: raw.orderItems.map(({ orderItemId, quantityOrdered: quantity, product, fulfillment }) => {
      const shipped = fulfillment?.quantityFulfilled ?? 0
      return {
        line_id: orderItemId,
        sku: product?.sellerSku ?? '',
        title: product?.title ?? '',
        quantity,
        // neither shipped nor to be: it was cancelled
        gone: quantity - shipped - (fulfillment?.quantityUnfulfilled ?? quantity - shipped),
        shipped,
        price: product?.price?.unitPrice?.amount ?? null,
      }
    }),
    shipments: raw.packages.flatMap(({ carrier, trackingNumber, shipTime }) =>
      trackingNumber
        ? [{ carrier: carrier ?? '', tracking: trackingNumber, shipped_tm: shipTime ?? null }]
        : [],
    ),
  })
