import { messages } from '#contract/messages.ts'
import { conflict, invalid, Refusal } from '#server/platform/http/errors.ts'
import { withinLimit, type Ctx } from '#server/platform/services.ts'
import { CardRefused, GatewayBusy, GatewayRefused, GatewayUnsure } from '../gateways/gateway.ts'

/** Staff have no billing information of their own. */
export function customer({ who }: Ctx): number {
  if (who.role !== 'customer') throw conflict('Customers have billing information, staff have none')
  return who.vendor_id
}

export const triesAnHour = 20
/** Cards are tried out by those who stole them. */
export async function refuseOften({ db }: Ctx, vendorId: number): Promise<void> {
  if (!(await withinLimit(db, `card of ${vendorId}`, triesAnHour, 3600)))
    throw new Refusal('too_many', 'That was tried often. Wait an hour, or write to us')
}

/** The typed field that a refusal speaks of, by its code; else the number's. */
const fields: Readonly<Record<string, string>> = {
  invalid_expiry_month: 'exp_month',
  invalid_expiry_year: 'exp_year',
  expired_card: 'exp_year',
  invalid_cvc: 'cvc',
  incorrect_cvc: 'cvc',
}
/**
 * What the gateway says, as a customer is told.
 * @param typed the card has a field for each of its parts
 */
export async function told<T>(work: () => Promise<T>, typed = false): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CardRefused)
      throw invalid(
        { [`credit_card.${(typed && fields[error.refusal.code]) || 'card_num'}`]: error.refusal.message },
        messages.cardInvalid,
      )
    if (error instanceof GatewayRefused)
      throw invalid({ 'credit_card.card_num': messages.cardInvalid }, messages.cardInvalid)
    if (error instanceof GatewayBusy || error instanceof GatewayUnsure)
      throw conflict(
        'The payment service doesn’t answer now. Your card wasn’t changed; try again in a minute',
      )
    throw error
  }
}
