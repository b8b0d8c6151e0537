import { loadStripe } from '@stripe/stripe-js/pure'

/** Stripe's own script, from its own host; asked for where it is used and nowhere else. */
export const stripeOf = async (publishableKey: string) => {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Our payment service doesn’t answer now. Try again in a minute')
  return stripe
}

/** The bank of the card asks its holder; whether they said yes. */
export async function askBank(publishableKey: string, clientSecret: string): Promise<boolean> {
  try {
    const { error } = await (await stripeOf(publishableKey)).confirmCardPayment(clientSecret)
    return error === undefined
  } catch {
    return false
  }
}
