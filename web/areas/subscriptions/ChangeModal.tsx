import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubscriptionEffects, VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'
import { actNames, leftOut, sentencesOf, undoneBy, wantedBy, type SubscriptionAct } from './acts.ts'

const done = { cancel: 'canceled', freeze: 'frozen', reactivate: 'reactivated', remove: 'removed' } as const

/** Asks for an act on subscriptions by what it would do, worked out by what does it. */
export function ChangeModal({
  act,
  of,
  ticked = of,
  vendor,
  version,
  after,
  close,
}: {
  act: SubscriptionAct
  of: readonly VendorSubscription[]
  /** Those that were chosen, also the ones that the act isn’t for. */
  ticked?: readonly VendorSubscription[]
  vendor: { vendor_id: number; company: string }
  version: number
  after?: () => void
  close: () => void
}) {
  const params = { vendor_id: vendor.vendor_id }
  const wanted = of.map((s) => wantedBy(act, s))
  const removed = of.map((s) => s.dropshipper_id)
  const asked = act === 'remove' ? { removed } : { subscriptions: wanted }
  // the list may show what the act did before the act's own answer comes: nothing is asked about that
  const [acting, setActing] = useState<number | null>(null)
  const at = acting ?? version
  const { data: effects, error } = useQuery({
    // no key of the area's: after the act the same question would be of subscriptions that are gone
    queryKey: ['weighed subscriptions', vendor.vendor_id, at, asked],
    queryFn: () => api.weighSubscriptions({ params, body: asked }),
    staleTime: 0,
  })
  const name = of.length === 1 ? of[0]!.dropshipper_name : many(of.length, 'subscription')
  const undo = effects && undoneBy(effects)
  return (
    <ActModal
      title={`${actNames[act]} ${name} of ${vendor.company}`}
      act={`${actNames[act]} ${of.length === 1 ? 'the subscription' : many(of.length, 'subscription')}`}
      danger={act === 'remove' || (act === 'cancel' && effects?.on === null)}
      missing={effects ? undefined : error ? error.message : 'What it does is being worked out'}
      run={async () => {
        setActing(version)
        try {
          await (act === 'remove'
            ? api.removeSubscription({ params: { ...params, did: removed[0]! }, query: { version } })
            : api.saveSubscriptions({ params, body: { version, subscriptions: wanted } }))
        } catch (refusal) {
          setActing(null)
          throw refusal
        }
      }}
      done={`${name}: ${doneWord(act, effects)}`}
      {...(undo && { undo: () => api.saveSubscriptions({ params, body: { subscriptions: undo } }) })}
      {...(after && { after })}
      close={close}
    >
      {effects ? (
        <ul className="plain-list">
          {[...sentencesOf(act, effects), leftOut(act, ticked)].filter(Boolean).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={84} />
      )}
    </ActModal>
  )
}

const doneWord = (act: SubscriptionAct, effects: SubscriptionEffects | undefined) =>
  effects?.on && act === 'cancel'
    ? 'cancel pending'
    : effects?.on && act === 'freeze'
      ? 'freeze pending'
      : done[act]
