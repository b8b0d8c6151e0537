import { Button, Group, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { money } from '#contract/formats.ts'
import type { RetryOutcome } from '#contract/payments/billing-information.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { ContactLink } from '../ContactLink.tsx'
import { consequences, owesNothing, remedyOf, titleOf } from './my-owing.ts'

/** What wasn't paid, why, what follows on which day, and what mends it. */
export function Owing({
  of,
  hasCard,
  useAnother,
  confirm,
}: {
  of: OwnBilling
  hasCard: boolean
  useAnother: () => void
  /** Asks the bank of the card on file, with its holder there. */
  confirm: ReactNode
}) {
  const { open_invoices: open, refused, under_way, unpaid, balance } = of
  if (open.length === 0 && !unpaid) return null
  if (under_way)
    return (
      <Notice tone="wait" title={`${money(balance)} is being paid`}>
        <p>Your bank hasn’t answered yet. Nothing is charged twice; this page says what became of it.</p>
      </Notice>
    )
  const title = titleOf(of, hasCard)
  const why = hasCard && refused?.remedy !== 'confirm' ? refused?.reason : null
  return (
    <Notice tone="bad" title={title}>
      {why && why !== `${title}.` && <p>The last try: {why}</p>}
      <p>
        {remedyOf(of, hasCard)} {owesNothing(of) && <ContactLink />}
      </p>
      <ul className="plain-list">
        {consequences(of).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {hasCard && !owesNothing(of) && (
        <Group mt="xs">
          {refused?.remedy === 'confirm' && confirm}
          <Button
            size="md"
            variant={refused?.remedy === 'confirm' ? 'default' : 'filled'}
            onClick={useAnother}
          >
            Use another card
          </Button>
        </Group>
      )}
    </Notice>
  )
}

/** What became of what was owed once a card was saved. */
export function Retry({ of: { amount, state, card_exception } }: { of: RetryOutcome }) {
  const owed = money(amount)
  if (state === 'succeeded')
    return (
      <Notice tone="good" title={`${owed} that you owed is paid`}>
        <p>Thank you.</p>
      </Notice>
    )
  if (state === 'open') return null
  return (
    <Notice tone="bad" title={`The ${owed} that you owe could not be taken`}>
      <p>{card_exception ?? 'Your bank refused.'}</p>
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
