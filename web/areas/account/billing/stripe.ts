import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

/** Stripe's own script, from its own host; loaded only where it is used. */
export async function stripeOf(publishableKey: string): Promise<Stripe> {
  // Stripe's own error text isn't shown
  const stripe = await loadStripe(publishableKey).catch(() => null)
  if (!stripe) throw new Error('Our payment service isn’t responding. Try again in a minute')
  return stripe
}

/** Lets the card's bank ask its holder; returns whether they agreed. */
export async function askBank(stripe: Stripe, clientSecret: string): Promise<boolean> {
  try {
    const { error } = await stripe.confirmCardPayment(clientSecret)
    return error === undefined
  } catch {
    return false
  }
}
