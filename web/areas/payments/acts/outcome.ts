import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import { HttpError, refresh } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { dropUnanswered, storeUnanswered, readUnanswered } from './unanswered-request.ts'

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * Sends a modal's payment once: another click, or a retry after a lost response, carries the same
 * Idempotency-Key. A request without a response is stored until it has one, so that a reopened modal or a
 * reloaded tab continues it (docs/domain/moving-money.md, Sending from a dialog). A declined payment has its response; the
 * next one is a new request. While a payment is running its effects are not loaded, because the answer
 * would be that this very payment is pending.
 * @param subject what is paid, by whom
 * @param failureText the message for a payment that failed
 */
export function useMoneyOnce<Input>(
  subject: string,
  send: (input: Input, idempotencyKey: string) => Promise<PaymentOutcome>,
  failureText: (outcome: PaymentOutcome) => string,
) {
  const client = useQueryClient()
  const [before] = useState(() => readUnanswered<Input>(client, subject))
  const sentRequest = useRef(before)
  const [unsure, setUnsure] = useState(before !== undefined)
  const [moving, setMoving] = useState(false)
  const forget = () => {
    sentRequest.current = undefined
    dropUnanswered(client, subject)
  }
  const sendOnce = async (input: Input) => {
    const now = (sentRequest.current ??= { key: newKey(), said: input, at: Date.now() })
    storeUnanswered(client, subject, now)
    const outcome = await send(now.said, now.key).catch((error: unknown) => {
      if (error instanceof HttpError && error.status >= 500) {
        setUnsure(true)
        // the reload may show whether it was done
        void refresh(client)
      } else if (!unsure) forget()
      throw error
    })
    forget()
    setUnsure(false)
    if (outcome.state === 'declined' || outcome.state === 'failed') {
      await refresh(client)
      throw new Error(failureText(outcome))
    }
    return outcome
  }
  const run = (input: Input) => {
    setMoving(true)
    return sendOnce(input).catch((error: unknown) => {
      setMoving(false)
      throw error
    })
  }
  return { run, moving, unsure, said: before?.said, forget }
}

/** The outcome for those who only ask: another person decides. */
export const askedOutcome: PaymentOutcome = { state: 'waiting', card_exception: null, cancel_eligible: false }

/** Notifies about payments that are not done yet; the modal reports the others. */
export function tellOpen({ state }: PaymentOutcome): void {
  if (state === 'open') notify('warning', 'Waiting for the gateway. See Pending payments')
  if (state === 'waiting') notify('info', 'Sent for approval')
}
