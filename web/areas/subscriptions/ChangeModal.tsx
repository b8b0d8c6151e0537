import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubscriptionEffects, VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'
import { actNames, skippedText, sentencesOf, undoChanges, changeFor, type SubscriptionAct } from './acts.ts'

const doneWords = {
  cancel: 'canceled',
  freeze: 'frozen',
  reactivate: 'reactivated',
  remove: 'removed',
} as const

/** Confirms an act on subscriptions by its effects, computed by the code that performs it. */
export function ChangeModal({
  act,
  subscriptions,
  selection = subscriptions,
  vendor,
  version,
  after,
  close,
}: {
  act: SubscriptionAct
  subscriptions: readonly VendorSubscription[]
  /** Everything that was ticked, including what the act doesn't fit. */
  selection?: readonly VendorSubscription[]
  vendor: { vendor_id: number; company: string }
  version: number
  after?: () => void
  close: () => void
}) {
  const params = { vendor_id: vendor.vendor_id }
  const changes = subscriptions.map((s) => changeFor(act, s))
  const removedIds = subscriptions.map((s) => s.dropshipper_id)
  const effectsQuery = act === 'remove' ? { removed: removedIds } : { subscriptions: changes }
  // the list may show the act's result before its answer comes: don't ask for effects on that
  const [acting, setActing] = useState<number | null>(null)
  const askedVersion = acting ?? version
  const { data: effects, error } = useQuery({
    // not a key of the area: after the act it would ask about subscriptions that no longer exist
    queryKey: ['weighed subscriptions', vendor.vendor_id, askedVersion, effectsQuery],
    queryFn: () => api.weighSubscriptions({ params, body: effectsQuery }),
    staleTime: 0,
  })
  const [first] = subscriptions
  const isSingle = subscriptions.length === 1
  const name = (isSingle && first?.dropshipper_name) || many(subscriptions.length, 'subscription')
  const undo = effects && undoChanges(effects)
  return (
    <ActModal
      title={`${actNames[act]} ${name} for ${vendor.company}?`}
      act={`${actNames[act]} ${isSingle ? 'subscription' : many(subscriptions.length, 'subscription')}`}
      danger={act === 'remove' || (act === 'cancel' && effects?.on === null)}
      missing={effects ? undefined : (error?.message ?? 'Calculating…')}
      run={async () => {
        setActing(version)
        try {
          await (act === 'remove'
            ? api.removeSubscription({
                params: { ...params, did: first?.dropshipper_id ?? 0 },
                query: { version },
              })
            : api.saveSubscriptions({ params, body: { version, subscriptions: changes } }))
        } catch (refusal) {
          setActing(null)
          throw refusal
        }
      }}
      doneText={`${name} ${doneWord(act, effects)}`}
      {...(undo && { undo: () => api.saveSubscriptions({ params, body: { subscriptions: undo } }) })}
      {...(after && { after })}
      close={close}
    >
      {effects ? (
        <ul className="plain-list">
          {[...sentencesOf(act, effects), skippedText(act, selection)].filter(Boolean).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={84} />
      )}
    </ActModal>
  )
}

function doneWord(act: SubscriptionAct, effects: SubscriptionEffects | undefined): string {
  if (effects?.on && act === 'cancel') return 'will be canceled'
  return effects?.on && act === 'freeze' ? 'will be frozen' : doneWords[act]
}
