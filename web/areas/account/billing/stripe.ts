import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/** Stripe's own script, from its own host; asked for where it is used and nowhere else. */
export async function stripeOf(publishableKey: string): Promise<Stripe> {
  // it fails in its own words
  const stripe = await loadStripe(publishableKey).catch(() => null)
  if (!stripe) throw new Error('Our payment service doesn’t answer now. Try again in a minute')
  return stripe
}

/** The bank of the card asks its holder; whether they said yes. */
export async function askBank(stripe: Stripe, clientSecret: string): Promise<boolean> {
  try {
    const { error } = await stripe.confirmCardPayment(clientSecret)
    return error === undefined
  } catch {
    return false
  }
}
