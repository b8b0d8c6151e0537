import { Skeleton, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  cancelReasons,
  commentNeeded,
  reasonNeeded,
  type CancelReason,
  type MySubscription,
  type OwnAct,
} from '#contract/account/my-subscriptions.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { dayText } from '../../../ui/time.ts'
import { many } from '../../../ui/values.tsx'
import { myEffects } from './my-effects.ts'
import { CancelReasonField } from './CancelReasonField.tsx'

const titles = { cancel: 'Cancel', reactivate: 'Reactivate', pause: 'Request a pause for' } as const
/** “Cancel” would read as an act of this page. */
const cancelTexts = { cancel: 'Go back', reactivate: 'Go back', pause: 'Go back' } as const
const doneTexts = {
  reactivate: 'Subscription reactivated',
  pause: 'Pause requested',
} as const

/** Explains an act before it is done, and asks for what it needs. */
export function MyChange({
  act,
  subscriptions,
  version,
  all,
  after,
  close,
}: {
  act: OwnAct
  subscriptions: readonly MySubscription[]
  version: number
  /** No other supplier stays active. */
  all: boolean
  after: () => void
  close: () => void
}) {
  const dropshipper_ids = subscriptions.map((s) => s.dropshipper_id)
  const [firstVersion] = useState(version)
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [comment, setComment] = useState('')
  const { data: effects, error } = useQuery({
    // not a key of the area: after the act it would ask about subscriptions that no longer exist
    queryKey: ['weighed own subscriptions', act, firstVersion, dropshipper_ids],
    queryFn: () => api.weighOwnSubscriptions({ body: { act, dropshipper_ids } }),
    staleTime: 0,
  })
  const missingInput = act === 'cancel' ? missingOf(reason, comment) : undefined
  const [first] = subscriptions
  const isSingle = subscriptions.length === 1
  const countText = many(subscriptions.length, 'subscription')
  const name = (isSingle && first?.dropshipper_name) || countText
  const run = () => {
    if (act === 'pause') return api.askPause({ body: { dropshipper_ids, comment } })
    if (act === 'reactivate')
      return api.reactivateSubscription({
        body: { dropshipper_id: first?.dropshipper_id ?? 0, version: firstVersion },
      })
    const reason_id = reason!
    const reason_label = cancelReasons[reason_id]
    return api.cancelSubscriptions({
      body: { dropshipper_ids, reason_id, reason_label, comment, version: firstVersion },
    })
  }
  return (
    <ActModal
      title={`${titles[act]} ${name}`}
      act={act === 'pause' ? 'Request pause' : `${titles[act]} ${isSingle ? 'subscription' : countText}`}
      cancelText={cancelTexts[act]}
      danger={act === 'cancel'}
      missing={effects ? missingInput : (error?.message ?? 'Calculating…')}
      isChanged={comment !== '' || reason !== null}
      run={run}
      doneText={act === 'cancel' ? canceledText(effects?.on ?? null) : doneTexts[act]}
      after={after}
      close={close}
    >
      {subscriptions.length > 1 && (
        <Text fw={600}>{subscriptions.map((s) => s.dropshipper_name).join(', ')}</Text>
      )}
      {effects ? (
        <ul className="plain-list">
          {myEffects(act, effects, all).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={140} />
      )}
      {act === 'cancel' && (
        <CancelReasonField label="Why are you canceling?" value={reason} set={setReason} />
      )}
      {act !== 'reactivate' && (
        <Textarea
          label={act === 'cancel' ? 'Tell us more' : 'Anything we should know? (optional)'}
          required={act === 'cancel'}
          autosize
          minRows={2}
          maxLength={2000}
          value={comment}
          onChange={(e) => setComment(e.currentTarget.value)}
        />
      )}
    </ActModal>
  )
}

const canceledText = (day: string | null) =>
  day === null ? 'Canceled' : `Canceled. You can reactivate until ${dayText(day)}`

function missingOf(reason: CancelReason | null, comment: string): string | undefined {
  if (reason === null) return reasonNeeded
  return comment.trim() === '' ? commentNeeded : undefined
}
