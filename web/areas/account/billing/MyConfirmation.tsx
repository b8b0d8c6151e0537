import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { money } from '#contract/formats.ts'
import type { BillingInformation, RetryOutcome } from '#contract/payments/billing-information.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'

interface StartedPayment {
  payment: string
  amount: string
  client_secret: string | null
}

/** The step in which a card's holder confirms a payment with their bank, or with the sandbox in its place. */
export function MyConfirmation({
  form,
  onEnd,
}: {
  form: BillingInformation['form']
  onEnd: (of: RetryOutcome) => void
}) {
  const [openPayment, setOpenPayment] = useState<StartedPayment | null>(null)
  const hasAnswered = useRef(false)
  const end = ({ payment }: StartedPayment, isConfirmed: boolean) =>
    api.endPaymentConfirmation({ body: { payment, confirmed: isConfirmed } })
  const { act, busy } = useAct({
    run: async () => {
      if (form.kind !== 'stripe') return { begun: await api.beginPaymentConfirmation() }
      const { askBank, stripeOf } = await import('./stripe.ts')
      // loaded before anything starts: if it fails, the bank hasn't been asked
      const stripe = await stripeOf(form.publishable_key)
      const step = await api.beginPaymentConfirmation()
      if (step.client_secret === null) return { begun: step }
      return { retried: await end(step, await askBank(stripe, step.client_secret)) }
    },
    after: (step) => {
      if ('retried' in step) onEnd(step.retried)
      else {
        hasAnswered.current = false
        setOpenPayment(step.begun)
      }
    },
  })
  return (
    <>
      <Button size="md" loading={busy} disabled={Boolean(readOnly)} title={readOnly} onClick={() => act()}>
        {' '}
        Confirm payment
      </Button>
      {openPayment && (
        <ActModal
          title="Confirm payment"
          act={`Confirm ${money(openPayment.amount)}`}
          run={() => {
            hasAnswered.current = true
            return end(openPayment, true)
          }}
          after={onEnd}
          close={() => {
            setOpenPayment(null)
            // if nothing is sent, the server ends it half an hour later
            if (!hasAnswered.current) void end(openPayment, false).catch(() => {})
          }}
        >
          <Text>This is a test payment. You won’t be charged.</Text>
        </ActModal>
      )}
    </>
  )
}
