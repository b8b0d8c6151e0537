/** What a bank's decline code means, in plain words. */
const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'Not enough money on the card',
  card_velocity_exceeded: 'The card’s spending limit was reached',
  withdrawal_count_limit_exceeded: 'The card’s spending limit was reached',
  expired_card: 'The card has expired',
  lost_card: 'The card was reported lost',
  stolen_card: 'The card was reported stolen',
  pickup_card: 'The bank has blocked the card for good',
  restricted_card: 'The card can’t be used for this payment',
  card_not_supported: 'The card can’t be used for this payment',
  transaction_not_allowed: 'The card can’t be used for this payment',
  currency_not_supported: 'The card can’t pay in this currency',
  authentication_required: 'The bank wants the cardholder to confirm the payment',
  incorrect_cvc: 'The security code is wrong',
  invalid_cvc: 'The security code is wrong',
  incorrect_number: 'The card number is wrong',
  invalid_account: 'The card’s account is closed or doesn’t exist',
  new_account_information_available: 'The bank has issued a new card',
  fraudulent: 'The bank suspects fraud',
  do_not_honor: 'The bank declined without a reason',
  generic_decline: 'The bank declined without a reason',
  call_issuer: 'The cardholder must call the bank',
  issuer_not_available: 'The bank couldn’t be reached',
  processing_error: 'The bank had a technical problem',
  reenter_transaction: 'The bank had a technical problem',
  try_again_later: 'The bank had a technical problem',
}
const withoutReason = /^your card was declined\.?$/i

/**
 * Why a payment was declined, in plain words: by the bank's code, else in the gateway's own words.
 * @param message what the gateway said
 */
export function declineText(declineCode: string | null, message: string | null): string {
  const known = declineCode === null ? undefined : reasons[declineCode]
  if (known !== undefined) return known
  if (message === null || withoutReason.test(message.trim())) return 'The bank declined without a reason'
  return message.trim().replace(/\.$/, '')
}
