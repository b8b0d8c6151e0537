import { Button, Group, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { money } from '#contract/formats.ts'
import type { RetryOutcome } from '#contract/payments/billing-information.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { ContactLink } from '../ContactLink.tsx'
import { consequences, owesNothing, remedyOf, titleOf } from './my-owing.ts'

/** What wasn't paid and why, what happens on which day, and what resolves it. */
export function DebtNotice({
  billing,
  hasCard,
  askForAnotherCard,
  confirm,
}: {
  billing: OwnBilling
  hasCard: boolean
  askForAnotherCard: () => void
  /** The button that asks the bank of the card on file while its holder is here. */
  confirm: ReactNode
}) {
  const { open_invoices: open, refused: refusal, under_way, unpaid, balance } = billing
  if (open.length === 0 && !unpaid) return null
  if (under_way)
    return (
      <Notice tone="wait" title={`${money(balance)} is processing`}>
        <p>Waiting for your bank. You won’t be charged twice; the result will appear here.</p>
      </Notice>
    )
  const title = titleOf(billing, hasCard)
  const lastRefusal = hasCard && refusal?.remedy !== 'confirm' ? refusal?.reason : null
  return (
    <Notice tone="bad" title={title}>
      {lastRefusal && lastRefusal !== `${title}.` && <p>Last attempt: {lastRefusal}</p>}
      <p>
        {remedyOf(billing, hasCard)} {owesNothing(billing) && <ContactLink />}
      </p>
      <ul className="plain-list">
        {consequences(billing).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {hasCard && !owesNothing(billing) && (
        <Group mt="xs">
          {refusal?.remedy === 'confirm' && confirm}
          <Button
            size="md"
            variant={refusal?.remedy === 'confirm' ? 'default' : 'filled'}
            onClick={askForAnotherCard}
          >
            Use a different card
          </Button>
        </Group>
      )}
    </Notice>
  )
}

/** What happened to the debt when a card was saved. */
export function RetryNotice({ retry: { amount, state, card_exception } }: { retry: RetryOutcome }) {
  const debt = money(amount)
  if (state === 'succeeded')
    return (
      <Notice tone="good" title={`Your balance of ${debt} is paid`}>
        <p>Thank you.</p>
      </Notice>
    )
  if (state === 'open') return null
  return (
    <Notice tone="bad" title={`We couldn’t charge ${debt}`}>
      <p>{card_exception ?? 'Your bank declined the payment.'}</p>
    </Notice>
  )
}

const icons = { bad: IconAlertTriangle, wait: IconClock, good: IconCheck } as const
function Notice({ tone, title, children }: { tone: keyof typeof icons; title: string; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <section className={`mine-notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <div>
        <Title order={2}>{title}</Title>
        {children}
      </div>
    </section>
  )
}
