import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PaymentOutcome } from '#contract/payments/payments.ts'
import { HttpError, refresh } from '../../api.ts'
import { notify } from '../../ui/notify.tsx'

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * What one opened modal moves, once: a further click, or the same sent again where no answer came, carries
 * the same Idempotency-Key. One that was declined has its answer; what is asked after it is another.
 * @param failed what is said of one that didn't go through
 */
export function useMoneyOnce(
  send: (once: string) => Promise<PaymentOutcome>,
  failed: (outcome: PaymentOutcome) => string,
) {
  const client = useQueryClient()
  const key = useRef<string>(undefined)
  const [unsure, setUnsure] = useState(false)
  const run = async () => {
    const outcome = await send((key.current ??= newKey())).catch((error: unknown) => {
      if (error instanceof HttpError && error.status >= 500) setUnsure(true)
      throw error
    })
    setUnsure(false)
    if (outcome.state === 'declined' || outcome.state === 'failed') {
      key.current = undefined
      await refresh(client)
      throw new Error(failed(outcome))
    }
    return outcome
  }
  return { run, unsure }
}

/** What stands in a modal whose answer never came: nothing of it may change before it is sent again. */
export const unsureText =
  'Nobody knows yet whether this was done. Send it again just so: it is done once. Or close this and look at the charges.'

/** Tells what isn't done yet; what is, the modal says itself. */
export function tellOpen({ state }: PaymentOutcome): void {
  if (state === 'open')
    notify('warning', 'The gateway hasn’t answered yet: it is asked until it does, and stands under way here')
  if (state === 'waiting') notify('info', 'It waits for a second person')
}
