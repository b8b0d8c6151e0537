import { Radio, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  cancelReasonOrder,
  cancelReasons,
  commentNeeded,
  reasonNeeded,
  type CancelReason,
  type MySubscription,
  type OwnAct,
} from '#contract/account/my-subscriptions.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { many } from '../../../ui/values.tsx'
import { myEffects } from './my-effects.ts'

const titles = { cancel: 'Cancel', reactivate: 'Reactivate', pause: 'Ask for a pause of' } as const
/** “Cancel” would be an act of this page. */
const backs = { cancel: 'Go back', reactivate: 'Go back', pause: 'Keep running' } as const
const done = {
  cancel: 'Canceled. You can reactivate until the end',
  reactivate: 'Reactivated',
  pause: 'Your request is sent to our support',
} as const

/** Says what an act means before it is done, and asks what it needs. */
export function MyChange({
  act,
  of,
  version,
  all,
  after,
  close,
}: {
  act: OwnAct
  of: readonly MySubscription[]
  version: number
  /** No other supplier goes on. */
  all: boolean
  after: () => void
  close: () => void
}) {
  const dropshipper_ids = of.map((s) => s.dropshipper_id)
  const [opened] = useState(version)
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [comment, setComment] = useState('')
  const { data: effects, error } = useQuery({
    // no key of the area’s: after the act the same question would be of subscriptions that are gone
    queryKey: ['weighed own subscriptions', act, opened, dropshipper_ids],
    queryFn: () => api.weighOwnSubscriptions({ body: { act, dropshipper_ids } }),
    staleTime: 0,
  })
  const needed = act === 'cancel' ? missingOf(reason, comment) : undefined
  const name = of.length === 1 ? of[0]!.dropshipper_name : many(of.length, 'subscription')
  const run = () => {
    if (act === 'pause') return api.askPause({ body: { dropshipper_ids, comment } })
    if (act === 'reactivate')
      return api.reactivateSubscription({ body: { dropshipper_id: dropshipper_ids[0]!, version: opened } })
    const reason_id = reason!
    const reason_label = cancelReasons[reason_id]
    return api.cancelSubscriptions({
      body: { dropshipper_ids, reason_id, reason_label, comment, version: opened },
    })
  }
  return (
    <ActModal
      title={`${titles[act]} ${name}`}
      act={
        act === 'pause' ? 'Ask for a pause' : `${titles[act]} ${of.length === 1 ? 'it' : `all ${of.length}`}`
      }
      back={backs[act]}
      danger={act === 'cancel'}
      missing={effects ? needed : error ? error.message : 'What it means is being worked out'}
      changed={comment !== '' || reason !== null}
      run={run}
      done={act === 'cancel' && effects?.on === null ? 'Canceled' : done[act]}
      after={after}
      close={close}
    >
      {of.length > 1 && <Text fw={600}>{of.map((s) => s.dropshipper_name).join(', ')}</Text>}
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
        <Radio.Group
          label="Why do you cancel?"
          required
          value={reason === null ? null : String(reason)}
          onChange={(value) => setReason(Number(value) as CancelReason)}
        >
          <Stack gap={4} mt={4}>
            {cancelReasonOrder.map((id) => (
              <Radio key={id} value={String(id)} label={cancelReasons[id]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {act !== 'reactivate' && (
        <Textarea
          label={act === 'cancel' ? 'In a few words' : 'Anything that we should know'}
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

function missingOf(reason: CancelReason | null, comment: string): string | undefined {
  if (reason === null) return reasonNeeded
  return comment.trim() === '' ? commentNeeded : undefined
}
