import { Button, Group, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { addDays } from '#contract/billing/days.ts'
import { money } from '#contract/formats.ts'
import type { Retried } from '#contract/payments/billing-information.ts'
import { delistAfterDays, retryDays } from '#contract/payments/dunning.ts'
import type { OwnBilling } from '#contract/payments/own-billing.ts'
import { dayText } from '../../ui/time.ts'

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
  return (
    <Notice tone="bad" title={titleOf(of, hasCard)}>
      {refused?.reason && hasCard && refused.remedy !== 'confirm' && <p>The last try: {refused.reason}</p>}
      <p>{remedyOf(of, hasCard)}</p>
      <ul className="plain-list">
        {consequences(of).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {hasCard && (
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
export function Retry({ of: { amount, state, card_exception } }: { of: Retried }) {
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

function titleOf({ refused, unpaid, balance }: OwnBilling, hasCard: boolean): string {
  if (unpaid === 'delisted') return 'Your products are taken out of your stores'
  if (unpaid) return 'Your account is suspended for billing'
  if (!hasCard) return `There is no card to pay ${money(balance)}`
  if (refused?.remedy === 'confirm') return `Your bank wants you to confirm ${money(balance)}`
  return refused ? 'Your card was declined' : `${money(balance)} is open`
}

function remedyOf({ refused }: OwnBilling, hasCard: boolean): string {
  if (!hasCard) return 'Give a card below: it is charged at once.'
  switch (refused?.remedy) {
    case 'confirm':
      return 'Your card is good; your bank asks you, as its holder, whether you mean this payment. It takes a minute.'
    case 'another_card':
      return 'Your bank doesn’t pay with this card any more. Use another one: it is charged at once.'
    default:
      return 'Ask your bank why, or use another card: it is charged at once.'
  }
}

/** What follows if it isn't paid, in its order; days are in UTC. */
function consequences({ open_invoices: open, unpaid, suspended_on, delisted_on }: OwnBilling): string[] {
  if (unpaid === 'delisted') return ['They come back with the next update once it is paid.']
  const delists = (day: string) => `On ${dayText(day)} our products are taken out of your stores.`
  if (unpaid)
    return [
      ...(suspended_on
        ? [`Since ${dayText(suspended_on)} nothing is sent to your stores: what they show gets old.`]
        : []),
      ...(delisted_on ? [delists(delisted_on)] : []),
    ]
  const first = open[0]
  if (!first?.next_try) return []
  const last = [addDays(first.issued_on, retryDays.at(-1)!), first.next_try].toSorted().at(-1)!
  return [
    `On ${dayText(first.next_try)} we ask your card again${
      first.tries_left > 1
        ? `, at most ${first.tries_left} times until ${dayText(last)}`
        : ', for the last time'
    }.`,
    `If it isn’t paid by then, nothing is sent to your stores any more: what they show gets old.`,
    `${delistAfterDays} days later, on ${dayText(addDays(last, delistAfterDays))}, our products are taken out of them.`,
  ]
}
