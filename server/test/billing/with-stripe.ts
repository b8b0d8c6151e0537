import { afterAll, beforeAll } from 'vitest'
import { vendorStatus } from '#contract/vendors/status.ts'
import { saveCard } from '../../areas/payments/public.ts'
import type { Services } from '../../platform/services.ts'
import { startStripe } from '../../stand-ins/stripe-server.ts'
import { harness } from '../harness.ts'

interface Payer {
  vendor_id: number
  company: string
  email: string
  customer: null
}
/** The services’ gateway, which starts a card’s setup. */
type GatewayOf = (services: Services) => {
  beginSetup(key: string, payer: Payer): Promise<{ client_secret: string }>
}

/** A service whose charges go to Stripe’s stand-in, on one clock, for one test file. */
export function withStripe(gatewayOf: GatewayOf) {
  const clock = { now: Date.parse('2030-01-31T12:00:00Z') }
  const env: Record<string, string> = {
    STRIPE_SECRET_KEY: 'sk_test_secret',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  }
  const standIn = {} as { stripe: Awaited<ReturnType<typeof startStripe>> }
  beforeAll(async () => {
    standIn.stripe = await startStripe({
      token: 'sk_test_secret',
      webhookSecret: 'whsec_secret',
      now: () => clock.now,
    })
    env.STRIPE_API_URL = standIn.stripe.address
  })
  afterAll(() => standIn.stripe.close())
  const h = harness({ env })
  beforeAll(() => {
    h.services.clock.now = () => clock.now
  })

  /** Saves a vendor's card as its browser would send it to Stripe. */
  const giveCard = async (vendor_id: number, card_num: string) => {
    const payer = { vendor_id, company: 'Payer', email: '', customer: null }
    const { client_secret } = await gatewayOf(h.services).beginSetup(`setup ${vendor_id} ${card_num}`, payer)
    standIn.stripe.api.confirmSetup(client_secret, { card_num, exp_month: 12, exp_year: 2045, cvc: '123' })
    await saveCard(h.services, vendor_id, { setup: client_secret.split('_secret')[0]! })
  }
  return {
    h,
    clock,
    at: standIn,
    giveCard,
    /** A vendor with a card. */
    newPayer: async (card_num = '4242424242424242') => {
      const { vendor_id } = await h.services.db
        .insertInto('vendor')
        .values({ company: 'Payer', vendor_status_id: vendorStatus.active })
        .returning('vendor_id')
        .executeTakeFirstOrThrow()
      await giveCard(vendor_id, card_num)
      return vendor_id
    },
    /** Calls like the gateway: no session, no token, its own content type. */
    deliver: async (payload: Buffer, signature: string | undefined): Promise<number> => {
      const { statusCode } = await h.app.inject({
        method: 'POST',
        url: '/api-public/gateway-events',
        headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
        payload,
      })
      return statusCode
    },
  }
}
