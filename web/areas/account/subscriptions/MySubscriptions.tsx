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
import { Failed, Page, Panel } from '../../../ui/page/Page.tsx'
import { SelectionBar } from '../../../ui/form/SaveBar.tsx'
import { dayText, shortDay } from '../../../ui/time.ts'
import { many, Status, type Tone } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { ContactLink } from '../ContactLink.tsx'
import { MyCatalogues } from './MyCatalogues.tsx'
import { MyChange } from './MyChange.tsx'
import { NoAccess } from './NoAccess.tsx'
import { subscriptionsAnswer } from './my-subscriptions-answer.ts'

/** The suppliers that a customer is subscribed to: how each stands, and what can be done about it. */
export default function MySubscriptions() {
  const { data, error, refetch } = useQuery(api.listOwnSubscriptions.query())
  return (
    <Page title="Subscriptions" answer={data && subscriptionsAnswer(data)}>
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={420} />}
      {data && <Loaded view={data} />}
    </Page>
  )
}

function Loaded({ view }: { view: View }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [change, setChange] = useState<{ act: OwnAct; of: readonly MySubscription[] } | null>(null)
  const { subscriptions } = view
  const chosen = subscriptions.filter((s) => ids.has(s.dropshipper_id))
  const toCancel = chosen.filter((s) => s.state !== 'cancel_pending')
  const toPause = chosen.filter((s) => s.state === 'active' && s.pause_asked_tm === null)
  const tick = (id: number, on: boolean) => {
    const next = new Set(ids)
    if (on) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return (
    <div className="mine-columns">
      <Panel title="My subscriptions">
        {subscriptions.length === 0 ? (
          <Text>
            You are subscribed to no supplier. <ContactLink /> to add one.
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              Tick those that you want to cancel or pause.
            </Text>
            <ul className="mine-list" aria-label="My subscriptions">
              {subscriptions.map((s) => (
                <One
                  key={s.dropshipper_id}
                  of={s}
                  day={dayOf(view)}
                  ticked={ids.has(s.dropshipper_id)}
                  tick={(on) => tick(s.dropshipper_id, on)}
                  reactivate={() => setChange({ act: 'reactivate', of: [s] })}
                />
              ))}
            </ul>
          </>
        )}
      </Panel>
      <MyCatalogues />
      <SelectionBar count={chosen.length} clear={() => setIds(new Set())}>
        {toPause.length > 0 && (
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setChange({ act: 'pause', of: toPause })}
          >
            Pause {toPause.length}…
          </Button>
        )}
        {toCancel.length > 0 && (
          <Button
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setChange({ act: 'cancel', of: toCancel })}
          >
            Cancel {toCancel.length}…
          </Button>
        )}
      </SelectionBar>
      {change && (
        <MyChange
          {...change}
          version={view.version}
          all={subscriptions.every((s) => s.state === 'cancel_pending' || change.of.includes(s))}
          after={() => setIds(new Set())}
          close={() => setChange(null)}
        />
      )}
    </div>
  )
}

const signs: Readonly<Record<SubscriptionState, { tone: Tone; icon: Icon; text: string }>> = {
  active: { tone: 'good', icon: IconCircleCheck, text: 'Active' },
  cancel_pending: { tone: 'wait', icon: IconClock, text: 'Is to end' },
  freeze_pending: { tone: 'wait', icon: IconClock, text: 'Is to be paused' },
  frozen: { tone: 'off', icon: IconSnowflake, text: 'Paused' },
}

function One({
  of,
  day,
  ticked,
  tick,
  reactivate,
}: {
  of: MySubscription
  /** On which what is asked for holds. */
  day: string
  ticked: boolean
  tick: (on: boolean) => void
  reactivate: () => void
}) {
  const { tone, icon, text } = signs[of.state]
  const why = whyOf(of, day)
  return (
    <li>
      <div className="mine-head">
        <Checkbox
          size="md"
          label={<b>{of.dropshipper_name}</b>}
          aria-label={of.dropshipper_name}
          checked={ticked}
          disabled={of.state === 'cancel_pending'}
          onChange={(e) => tick(e.currentTarget.checked)}
        />
        <Status tone={tone} icon={icon}>
          {text}
        </Status>
      </div>
      <p className="faint">
        {!of.no_access && `${many(of.active_products, 'product')} for you, `}
        {of.no_access ? 'Subscribed' : 'subscribed'} since {shortDay(of.since_tm)}
      </p>
      {of.no_access && <NoAccess />}
      {why && <p>{why}</p>}
      {of.state !== 'active' && (
        <div className="mine-acts">
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={reactivate}
            aria-label={`Reactivate ${of.dropshipper_name}`}
          >
            Reactivate…
          </Button>
        </div>
      )}
    </li>
  )
}

/** Of an account that isn’t active no charge comes on that day. */
function dayOf({ next_charge_date: day, charged }: View): string {
  if (day === null) return 'your next charge soon'
  return charged ? `your next charge on ${dayText(day)}` : dayText(day)
}

function whyOf({ state, paused_at, pause_asked_tm }: MySubscription, day: string): string | null {
  switch (state) {
    case 'cancel_pending':
      return `It ${paused_at === null ? 'goes on' : 'stays paused'} until ${day}, and ends then.`
    case 'freeze_pending':
      return `It goes on until ${day}, and is paused from then on.`
    case 'frozen':
      return `Paused since ${shortDay(paused_at!)}: your settings are kept, nothing is sent to your stores.`
    default:
      return pause_asked_tm
        ? `You asked for a pause on ${shortDay(pause_asked_tm)}; support confirms it ${pauseConfirmed}.`
        : null
  }
}
