import type { Client, Harness } from '../harness.ts'
import { daysOf, giveCard, makePayer } from './money.ts'

/** Makes a vendor whose card declined on each retry day, so it is suspended. */
export async function makeSuspended(h: Harness): Promise<number> {
  const { at: setDay, on: runDay } = daysOf(h)
  const vendor_id = await makePayer(h)
  setDay('2030-01-31')
  await giveCard(h, vendor_id, '4000000000000341')
  for (const day of ['01-31', '02-01', '02-03', '02-05', '02-07']) await runDay(`2030-${day}`)
  return vendor_id
}

/** What a vendor owes, and the calls that close its invoices. */
export function closing(payer: () => { c: Client; vendor_id: number }) {
  const payments = async () => {
    const { c, vendor_id } = payer()
    return (await c.get(`/api/vendor/${vendor_id}/payments`)).body
  }
  return {
    payments,
    charges: async () => {
      const { c, vendor_id } = payer()
      return (await c.get(`/api/vendor/${vendor_id}/billing-history`)).body.charges
    },
    owed: async () => (await payments()).open_invoices[0],
    close: (invoice_id: number, closingKind: string, client = payer().c, vendorId = payer().vendor_id) =>
      client.post(`/api/vendor/${vendorId}/invoice/${invoice_id}/close`, {
        how: closingKind,
        reason: 'Transfer of Feb 8',
      }),
    weigh: async (invoice_id: number, closingKind: string) => {
      const { c, vendor_id } = payer()
      return (
        await c.post(`/api/vendor/${vendor_id}/invoice/${invoice_id}/close/effects`, { how: closingKind })
      ).body
    },
  }
}
