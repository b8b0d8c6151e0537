import { z } from 'zod'
import { ShopFault } from '../ask.ts'
import type { Market, Order, Shipment } from '../market.ts'
import { listOf, orderFrom, orNone, plain, refusedShipment, shipOnce, when, type ToShip } from '../orders.ts'

const perPage = 100
const amount = z.object({ amount: z.coerce.number(), currency: z.string().nullish() })
const status = z.object({
  status: z.string(),
  statusQuantity: z.object({ amount: z.coerce.number() }).nullish(),
  trackingInfo: z
    .object({
      shipDateTime: when.nullish(),
      carrierName: z.object({ carrier: z.string().nullish(), otherCarrier: z.string().nullish() }).nullish(),
      trackingNumber: z.string().nullish(),
    })
    .nullish(),
})
const order = z.object({
  purchaseOrderId: plain,
  customerOrderId: plain.nullish(),
  orderDate: when,
  shippingInfo: z.object({ methodCode: z.string().nullish() }).nullish(),
  orderLines: z.object({
    orderLine: listOf(
      z.object({
        lineNumber: plain,
        item: z.object({ productName: z.string().nullish(), sku: z.string() }),
        orderLineQuantity: amount,
        charges: z
          .object({
            charge: listOf(
              z.object({
                chargeType: z.string(),
                chargeAmount: amount,
                tax: z.object({ taxAmount: amount.nullish() }).nullish(),
              }),
            ),
          })
          .nullish(),
        orderLineStatuses: z.object({ orderLineStatus: listOf(status) }),
      }),
    ),
  }),
})
type Raw = z.output<typeof order>
type Line = Raw['orderLines']['orderLine'][number]
const errors = listOf(z.object({ description: z.string().nullish() }))
const said = z.object({ error: errors, errors: z.object({ error: errors }).nullish() })
type Said = z.output<typeof said>
const page = said.extend({
  list: z
    .object({
      meta: z.object({ nextCursor: z.string().nullish() }).nullish(),
      elements: z.object({ order: listOf(order) }).nullish(),
    })
    .nullish(),
})
/** Those whose names Walmart knows; any other is named as another. */
const known = ['UPS', 'USPS', 'FedEx', 'Airborne', 'OnTrac', 'DHL', 'LS', 'UDS', 'UPSMI', 'FDX', 'PILOT']
const left = new Set(['Shipped', 'Delivered', 'Refund'])

/** Asks with a token: no body, it is got. */
type Asked = <T>(
  path: string,
  answer: z.ZodType<T>,
  body?: object,
  also?: readonly number[],
) => Promise<{ status: number; body: T }>

/** The orders of a Walmart account. */
export function openWalmartOrders(asked: Asked): Pick<Market, 'orders' | 'ship'> {
  const tell = async (raw: Raw, shipment: Shipment, lines: ToShip) => {
    // what isn't acknowledged can't be shipped
    if (raw.orderLines.orderLine.some((line) => statusesOf(line).some((one) => one.status === 'Created')))
      await asked(`orders/${shipment.order_id}/acknowledge`, z.unknown(), {})
    const { status: code, body } = await asked(
      `orders/${shipment.order_id}/shipping`,
      said as z.ZodType<Said>,
      shippingOf(raw, shipment, lines),
      [400, 404, 409, 422],
    )
    if (code < 400) return { state: 'told' as const }
    return refusedShipment(code === 404 ? 'missing' : 'conflict', wordsOf(body))
  }
  return {
    async orders(since, cursor) {
      const query =
        cursor ??
        new URLSearchParams({ createdStartDate: since.toISOString(), limit: String(perPage) }).toString()
      const { status: code, body } = await asked(
        `orders?${new URLSearchParams(query).toString()}`,
        page as z.ZodType<z.output<typeof page>>,
        undefined,
        [404],
      )
      // unconfirmed: people report that it says so that there are none
      if (code === 404 && !/not found/i.test(wordsOf(body)))
        throw new ShopFault(
          'missing',
          'Walmart knows no such address (404).',
          'Check the admin address of the store.',
        )
      if (!body.list) return { orders: [] }
      const next = body.list.meta?.nextCursor?.replace(/^\?/, '')
      const orders = (body.list.elements?.order ?? []).map(toOrder)
      return next ? { orders, next } : { orders }
    },
    async ship(shipment) {
      let raw: Raw | undefined
      const one = z.object({ order })
      return shipOnce(
        shipment,
        async () => {
          const found = await orNone(
            asked(`orders/${shipment.order_id}`, one as z.ZodType<z.output<typeof one>>),
          )
          raw = found?.body.order
          return raw && toOrder(raw)
        },
        (_has, lines) => tell(raw!, shipment, lines),
      )
    },
  }
}

function shippingOf(raw: Raw, { carrier, tracking }: Shipment, lines: ToShip): object {
  const name = known.find((one) => one.toLowerCase() === carrier.toLowerCase())
  return {
    orderShipment: {
      orderLines: {
        orderLine: lines.map(({ line_id, quantity }) => ({
          lineNumber: line_id,
          orderLineStatuses: {
            orderLineStatus: [
              {
                status: 'Shipped',
                statusQuantity: { unitOfMeasurement: 'EACH', amount: String(quantity) },
                trackingInfo: {
                  shipDateTime: Date.now(),
                  carrierName: name ? { carrier: name } : { otherCarrier: carrier },
                  methodCode: raw.shippingInfo?.methodCode ?? 'Standard',
                  trackingNumber: tracking,
                },
              },
            ],
          },
        })),
      },
    },
  }
}

const wordsOf = ({ error, errors: more }: Said): string =>
  [...error, ...(more?.error ?? [])].flatMap((one) => one.description || []).join(' ')
const statusesOf = (line: Line) => line.orderLineStatuses.orderLineStatus
const countOf = (line: Line, wanted: (status: string) => boolean): number =>
  statusesOf(line).reduce(
    (sum, one) =>
      wanted(one.status) ? sum + (one.statusQuantity?.amount ?? line.orderLineQuantity.amount) : sum,
    0,
  )

function toOrder(raw: Raw): Order {
  const lines = raw.orderLines.orderLine
  const charges = lines.flatMap((line) =>
    (line.charges?.charge ?? []).map((one) => ({ ...one, times: line.orderLineQuantity.amount })),
  )
  const cents = charges.reduce((sum, { chargeType, chargeAmount, tax, times }) => {
    const own = Math.round(chargeAmount.amount * 100) * (chargeType === 'PRODUCT' ? times : 1)
    return sum + own + Math.round((tax?.taxAmount?.amount ?? 0) * 100)
  }, 0)
  const shipments = lines.flatMap(statusesOf).flatMap(({ trackingInfo }) =>
    trackingInfo?.trackingNumber
      ? [
          {
            carrier: trackingInfo.carrierName?.carrier ?? trackingInfo.carrierName?.otherCarrier ?? '',
            tracking: trackingInfo.trackingNumber,
            shipped_tm: trackingInfo.shipDateTime ?? null,
          },
        ]
      : [],
  )
  return orderFrom({
    id: raw.purchaseOrderId,
    name: raw.customerOrderId ?? raw.purchaseOrderId,
    placed_tm: raw.orderDate,
    total: (cents / 100).toFixed(2),
    currency: charges[0]?.chargeAmount.currency ?? 'USD',
    cancelled: false,
    lines: lines.map((line) => {
      const price = line.charges?.charge.find((one) => one.chargeType === 'PRODUCT')?.chargeAmount.amount
      return {
        line_id: line.lineNumber,
        sku: line.item.sku,
        title: line.item.productName ?? '',
        quantity: line.orderLineQuantity.amount,
        gone: countOf(line, (one) => one === 'Cancelled'),
        shipped: countOf(line, (one) => left.has(one)),
        price: price?.toFixed(2) ?? null,
      }
    }),
    shipments,
  })
}
