import { messages } from '#contract/messages.ts'
import { conflict, invalid, Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { CardRefused, GatewayBusy, GatewayRefused, GatewayUnsure } from '../gateways/gateway.ts'

/** Staff have no billing information of their own. */
export function requireCustomer({ who: person }: Ctx): number {
  if (person.role !== 'customer') throw conflict('Only customers have billing information')
  return person.vendor_id
}

export const triesAnHour = 20
/** Limits attempts: thieves try out stolen cards. */
export async function refuseOften({ db }: Ctx, vendorId: number): Promise<void> {
  if (!(await withinLimit(db, `card of ${vendorId}`, triesAnHour, 3600)))
    throw new Refusal('too_many', 'Too many attempts. Try again in an hour, or contact us')
}

/** The form field of each refusal code; any other code belongs to the card number. */
const fields: Readonly<Record<string, string>> = {
  invalid_expiry_month: 'exp_month',
  invalid_expiry_year: 'exp_year',
  expired_card: 'exp_year',
  invalid_cvc: 'cvc',
  incorrect_cvc: 'cvc',
}
/**
 * Calls the gateway and turns its errors into what a customer reads.
 * @param isTyped the form has a field for each part of the card
 */
export async function callGateway<T>(work: () => Promise<T>, isTyped = false): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CardRefused)
      throw invalid(
        { [`credit_card.${(isTyped && fields[error.refusal.code]) || 'card_num'}`]: error.refusal.message },
        messages.cardInvalid,
      )
    if (error instanceof GatewayRefused)
      throw invalid({ 'credit_card.card_num': messages.cardInvalid }, messages.cardInvalid)
    if (error instanceof GatewayBusy || error instanceof GatewayUnsure)
      throw conflict('The payment service isn’t responding. Your card wasn’t changed. Try again in a minute')
    throw error
  }
}
