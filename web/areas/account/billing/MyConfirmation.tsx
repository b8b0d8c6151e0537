import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { money } from '#contract/formats.ts'
import type { BillingInformation, RetryOutcome } from '#contract/payments/billing-information.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { readOnly } from '../../../viewing.ts'

interface Begun {
  payment: string
  amount: string
  client_secret: string | null
}

/** The step in which a card's holder confirms a payment with their bank, or with the sandbox in its place. */
export function MyConfirmation({
  form,
  ended,
}: {
  form: BillingInformation['form']
  ended: (of: RetryOutcome) => void
}) {
  const [asked, setAsked] = useState<Begun | null>(null)
  const said = useRef(false)
  const end = ({ payment }: Begun, confirmed: boolean) =>
    api.endPaymentConfirmation({ body: { payment, confirmed } })
  const { act, busy } = useAct({
    run: async () => {
      if (form.kind !== 'stripe') return { begun: await api.beginPaymentConfirmation() }
      const { askBank, stripeOf } = await import('./stripe.ts')
      // before anything is begun: where it doesn't come, nobody was asked, and nobody said no
      const stripe = await stripeOf(form.publishable_key)
      const begun = await api.beginPaymentConfirmation()
      if (begun.client_secret === null) return { begun }
      return { retried: await end(begun, await askBank(stripe, begun.client_secret)) }
    },
    after: (step) => {
      if ('retried' in step) ended(step.retried)
      else {
        said.current = false
        setAsked(step.begun)
      }
    },
  })
  return (
    <>
      <Button size="md" loading={busy} disabled={Boolean(readOnly)} title={readOnly} onClick={() => act()}>
        Confirm the payment
      </Button>
      {asked && (
        <ActModal
          title="Confirm the payment"
          act={`Confirm ${money(asked.amount)}`}
          run={() => {
            said.current = true
            return end(asked, true)
          }}
          after={ended}
          close={() => {
            setAsked(null)
            // left alone the server lets it go, too, half an hour later
            if (!said.current) void end(asked, false).catch(() => {})
          }}
        >
          <Text>This is the sandbox, which asks in your bank’s place: no money moves.</Text>
        </ActModal>
      )}
    </>
  )
}
