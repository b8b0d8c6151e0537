import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import { HttpError, refresh } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { dropUnanswered, storeUnanswered, readUnanswered } from './unanswered-request.ts'

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * What one opened modal moves, once: a further click, or the same sent again where no answer came, carries
 * the same Idempotency-Key. What has no answer is kept until it has one, so a modal that is closed and opened
 * again, or a tab that is loaded again, goes on with it (docs/domain.md, Billing history). One that was
 * declined has its answer; what is asked after it is another.
 * While it is on its way what it does isn’t asked: it would be told that this very money is under way.
 * @param subject what is moved, of whom
 * @param failureText what is said of one that didn't go through
 */
export function useMoneyOnce<Said>(
  subject: string,
  send: (said: Said, once: string) => Promise<PaymentOutcome>,
  failureText: (outcome: PaymentOutcome) => string,
) {
  const client = useQueryClient()
  const [before] = useState(() => readUnanswered<Said>(client, subject))
  const sentRequest = useRef(before)
  const [unsure, setUnsure] = useState(before !== undefined)
  const [moving, setMoving] = useState(false)
  const forget = () => {
    sentRequest.current = undefined
    dropUnanswered(client, subject)
  }
  const sendOnce = async (input: Said) => {
    const now = (sentRequest.current ??= { key: newKey(), said: input, at: Date.now() })
    storeUnanswered(client, subject, now)
    const outcome = await send(now.said, now.key).catch((error: unknown) => {
      if (error instanceof HttpError && error.status >= 500) {
        setUnsure(true)
        // whether it was done may stand there already
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
  const run = (input: Said) => {
    setMoving(true)
    return sendOnce(input).catch((error: unknown) => {
      setMoving(false)
      throw error
    })
  }
  return { run, moving, unsure, said: before?.said, forget }
}

/** Tells what isn't done yet; what is, the modal says itself. */
export function tellOpen({ state }: PaymentOutcome): void {
  if (state === 'open')
    notify('warning', 'The gateway hasn’t answered yet: it is asked until it does, and stands under way here')
  if (state === 'waiting') notify('info', 'It waits for a second person')
}
