import { Text } from '@mantine/core'
import { cardLinkDays, type FailingCard } from '#contract/payments/failing-cards.ts'
import type { Result } from '#contract/index.ts'
import { money } from '#contract/formats.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { notify } from '../../../ui/act/notify.tsx'
import { many } from '../../../ui/values.tsx'

/** Emails customers a link to change their card; it says first to whom. */
export function SendCardLinks({
  cards,
  sent,
  close,
}: {
  cards: readonly FailingCard[]
  sent: () => void
  close: () => void
}) {
  const [first] = cards
  const isSingle = cards.length === 1 && first !== undefined
  return (
    <ActModal
      title={isSingle ? `Send card link to ${first.company}?` : `Send ${many(cards.length, 'card link')}?`}
      act={isSingle ? 'Send card link' : `Send ${many(cards.length, 'card link')}`}
      run={() => api.sendCardLinks({ body: { vendor_ids: cards.map(({ vendor_id }) => vendor_id) } })}
      after={(answer) => {
        sent()
        if (answer.sent < cards.length) notify('warning', unsentText(answer))
      }}
      doneText={(answer) =>
        answer.sent === cards.length ? `${many(answer.sent, 'card link')} sent` : undefined
      }
      close={close}
    >
      <Text size="sm">
        {isSingle
          ? `Their billing addresses get an email about ${money(first.owed)} and a link to change the card.`
          : 'Their billing addresses get an email with the amount owed and a link to change the card.'}{' '}
        The link works for {cardLinkDays} days, with the customer’s sign-in.
      </Text>
      <Text size="sm">Vendors who got a link within the last hour are skipped.</Text>
    </ActModal>
  )
}

function unsentText({ sent, recent, unreachable }: Result<'sendCardLinks'>): string {
  return [
    `${many(sent, 'card link')} sent`,
    recent > 0 && `${recent} got one within the last hour`,
    unreachable > 0 && `${unreachable} had no address or no failing card`,
  ]
    .filter(Boolean)
    .join(', ')
}
