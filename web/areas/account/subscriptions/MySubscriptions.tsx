import '../mine.css'
import { Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconSnowflake, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  pauseConfirmed,
  type MySubscription,
  type MySubscriptions as View,
  type OwnAct,
} from '#contract/account/my-subscriptions.ts'
import type { SubscriptionState } from '#contract/subscriptions/standing.ts'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { LoadError, Page, Panel } from '../../../ui/page/Page.tsx'
import { SelectionBar } from '../../../ui/form/SaveBar.tsx'
import { dayText, shortDay } from '../../../ui/time.ts'
import { many, Status, type Tone } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { ContactLink } from '../ContactLink.tsx'
import { MyCatalogues } from './MyCatalogues.tsx'
import { MyChange } from './MyChange.tsx'
import { NoAccess } from './NoAccess.tsx'
import { subscriptionsAnswer } from './my-subscriptions-answer.ts'
import { ownSubscriptionStatuses } from '#contract/statuses.ts'

/** The customer's subscriptions, with the state of each and what can be done about it. */
export default function MySubscriptions() {
  const { data, error, refetch } = useQuery(api.listOwnSubscriptions.query())
  return (
    <Page
      title="Subscriptions"
      answer={<span className="mine-answer">{data && subscriptionsAnswer(data)}</span>}
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && <SubscriptionLists view={data} />}
    </Page>
  )
}

function SubscriptionLists({ view }: { view: View }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [change, setChange] = useState<{ act: OwnAct; subscriptions: readonly MySubscription[] } | null>(null)
  const { subscriptions } = view
  const selection = subscriptions.filter((s) => ids.has(s.dropshipper_id))
  const toCancel = selection.filter((s) => s.state !== 'cancel_pending')
  const toPause = selection.filter((s) => s.state === 'active' && s.pause_asked_tm === null)
  const tick = (id: number, isTicked: boolean) => {
    const next = new Set(ids)
    if (isTicked) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return (
    <div className="mine-columns">
      <Panel title="My subscriptions">
        {subscriptions.length === 0 ? (
          <Text>
            No subscriptions yet. <ContactLink /> to add a supplier.
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              Select the suppliers you want to cancel or pause.
            </Text>
            <ul className="mine-list" aria-label="My subscriptions">
              {subscriptions.map((s) => (
                <SubscriptionItem
                  key={s.dropshipper_id}
                  subscription={s}
                  day={dayOf(view)}
                  isTicked={ids.has(s.dropshipper_id)}
                  tick={(isTicked) => tick(s.dropshipper_id, isTicked)}
                  reactivate={() => setChange({ act: 'reactivate', subscriptions: [s] })}
                />
              ))}
            </ul>
          </>
        )}
      </Panel>
      <MyCatalogues />
      <SelectionBar count={selection.length} clear={() => setIds(new Set())}>
        {toPause.length > 0 && (
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setChange({ act: 'pause', subscriptions: toPause })}
          >
            Pause {many(toPause.length, 'subscription')}…
          </Button>
        )}
        {toCancel.length > 0 && (
          <Button
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setChange({ act: 'cancel', subscriptions: toCancel })}
          >
            Cancel {many(toCancel.length, 'subscription')}…
          </Button>
        )}
      </SelectionBar>
      {change && (
        <MyChange
          {...change}
          version={view.version}
          all={subscriptions.every((s) => s.state === 'cancel_pending' || change.subscriptions.includes(s))}
          after={() => setIds(new Set())}
          close={() => setChange(null)}
        />
      )}
    </div>
  )
}

const signs: Readonly<Record<SubscriptionState, { tone: Tone; icon: Icon; text: string }>> = {
  active: { tone: 'good', icon: IconCircleCheck, text: ownSubscriptionStatuses.active },
  cancel_pending: { tone: 'wait', icon: IconClock, text: ownSubscriptionStatuses.cancel_pending },
  freeze_pending: { tone: 'wait', icon: IconClock, text: ownSubscriptionStatuses.freeze_pending },
  frozen: { tone: 'off', icon: IconSnowflake, text: ownSubscriptionStatuses.frozen },
}

function SubscriptionItem({
  subscription,
  day,
  isTicked,
  tick,
  reactivate,
}: {
  subscription: MySubscription
  /** When a requested change takes effect. */
  day: string
  isTicked: boolean
  tick: (on: boolean) => void
  reactivate: () => void
}) {
  const { tone, icon, text } = signs[subscription.state]
  const explanation = whyOf(subscription, day)
  return (
    <li>
      <div className="mine-head">
        <Checkbox
          size="md"
          label={<b>{subscription.dropshipper_name}</b>}
          aria-label={subscription.dropshipper_name}
          checked={isTicked}
          disabled={subscription.state === 'cancel_pending'}
          onChange={(e) => tick(e.currentTarget.checked)}
        />
        <Status tone={tone} icon={icon}>
          {text}
        </Status>
      </div>
      <p className="faint">
        {!subscription.no_access && `${many(subscription.active_products, 'product')}, `}
        {subscription.no_access ? 'Subscribed' : 'subscribed'} since {shortDay(subscription.since_tm)}
      </p>
      {subscription.no_access && <NoAccess />}
      {explanation && <p>{explanation}</p>}
      {subscription.pause_asked_tm !== null && <WithdrawPause subscription={subscription} />}
      {subscription.state !== 'active' && (
        <div className="mine-acts">
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={reactivate}
            aria-label={`Reactivate ${subscription.dropshipper_name}`}
          >
            Reactivate…
          </Button>
        </div>
      )}
    </li>
  )
}

function WithdrawPause({
  subscription: { dropshipper_id, dropshipper_name },
}: {
  subscription: MySubscription
}) {
  const { act, busy } = useAct({
    run: () => api.withdrawPause({ body: { dropshipper_id } }),
    doneText: `Pause request for ${dropshipper_name} withdrawn`,
  })
  return (
    <div className="mine-acts">
      <Button
        variant="default"
        loading={busy}
        disabled={Boolean(readOnly)}
        title={readOnly}
        onClick={() => act()}
        aria-label={`Withdraw request to pause ${dropshipper_name}`}
      >
        Withdraw request
      </Button>
    </div>
  )
}

/** An account that isn't active isn't charged on that day. */
function dayOf({ next_charge_date: day, charged: isCharged }: View): string {
  if (day === null) return 'your next charge'
  return isCharged ? `your next charge on ${dayText(day)}` : dayText(day)
}

function whyOf({ state, paused_at, pause_asked_tm }: MySubscription, day: string): string | null {
  switch (state) {
    case 'cancel_pending':
      return `${paused_at === null ? 'Active' : 'Paused'} until ${day}, then it ends.`
    case 'freeze_pending':
      return `Active until ${day}, then it pauses.`
    case 'frozen':
      return `Paused since ${shortDay(paused_at!)}. Your settings are saved; nothing is sent to your stores.`
    default:
      return pause_asked_tm
        ? `Pause requested on ${shortDay(pause_asked_tm)}. Support will confirm it ${pauseConfirmed}.`
        : null
  }
}
