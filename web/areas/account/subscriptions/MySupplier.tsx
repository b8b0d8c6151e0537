import { Button, Switch } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconSnowflake,
  type Icon,
} from '@tabler/icons-react'
import type { OwnSupplier } from '#contract/incidents/incidents.ts'
import type { SupplierState } from '#contract/incidents/standing.ts'
import { api } from '../../../api.ts'
import { dayText } from '../../../ui/time.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago, count, Moment, Status, type Tone } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { NoAccess } from './NoAccess.tsx'
import { supplierFigures } from './my-suppliers-answer.ts'
import { ownSupplierStatuses } from '#contract/statuses.ts'

const signs: Readonly<Record<SupplierState, { tone: Tone; icon: Icon; text: string }>> = {
  fresh: { tone: 'good', icon: IconCheck, text: ownSupplierStatuses.fresh },
  checking: { tone: 'wait', icon: IconClock, text: ownSupplierStatuses.checking },
  failing: { tone: 'wait', icon: IconClock, text: ownSupplierStatuses.failing },
  late: { tone: 'bad', icon: IconAlertTriangle, text: ownSupplierStatuses.late },
  paused: { tone: 'off', icon: IconPlayerPause, text: ownSupplierStatuses.paused },
  waiting: { tone: 'off', icon: IconClock, text: ownSupplierStatuses.waiting },
  frozen: { tone: 'off', icon: IconSnowflake, text: ownSupplierStatuses.frozen },
}
const quiet: Readonly<Partial<Record<SupplierState, string>>> = {
  paused: 'Updates are on hold. Your listings haven’t changed.',
  waiting: 'We haven’t loaded a file from them yet.',
  frozen: 'You paused this supplier. Your settings are saved; nothing is sent to your stores.',
}
const ends = { active: null, frozen: null, cancel_pending: 'Ends', freeze_pending: 'Pauses' } as const

/** A supplier's state and since when, what happened, what is being done, and how old its figures are. */
export function MySupplier({
  supplier,
  day,
  history,
}: {
  supplier: OwnSupplier
  /** When a pending cancellation or pause takes effect. */
  day: string | null
  history: () => void
}) {
  const { state, dropshipper_name: name, what: problem, doing } = supplier
  const sign = signs[state]
  const { act, busy } = useAct({
    run: (isOn: boolean) =>
      api.saveIncidentMails({ body: { dropshipper_ids: [supplier.dropshipper_id], on: isOn } }),
    doneText: (_, isOn) => `Emails about ${name} turned ${isOn ? 'on' : 'off'}`,
    undo: (_, isOn) =>
      api.saveIncidentMails({ body: { dropshipper_ids: [supplier.dropshipper_id], on: !isOn } }),
  })
  return (
    <li className="mine-supplier" data-state={state}>
      <div className="mine-head">
        <h3>{name}</h3>
        <Status tone={sign.tone} icon={sign.icon}>
          {sign.text}
        </Status>
      </div>
      {state !== 'fresh' && (
        <p>
          {supplier.of_own_feed && 'The problem is in your own feed. '}
          {problem ?? quiet[state]} {doing}
          {supplier.person_told_tm && (
            <>
              {' '}
              We alerted our team <Ago tm={supplier.person_told_tm} />.
            </>
          )}
        </p>
      )}
      {ends[supplier.subscription] && (
        <p>
          {ends[supplier.subscription]} {day ? `on ${dayText(day)}` : 'soon'}.
        </p>
      )}
      {supplier.no_access && <NoAccess />}
      <p className="faint">
        {state !== 'fresh' && supplier.since_tm && (
          <>
            Since <Moment tm={supplier.since_tm} />, <Ago tm={supplier.since_tm} />.{' '}
          </>
        )}
        {supplierFigures(supplier)}
      </p>
      <div className="mine-acts">
        <Switch
          size="md"
          label="Email me about problems"
          aria-label={`Email me about problems with ${name}`}
          checked={supplier.mails}
          disabled={busy || Boolean(readOnly)}
          onChange={(e) => act(e.currentTarget.checked)}
        />
        {supplier.incidents > 0 && (
          <Button variant="subtle" size="md" onClick={history} aria-label={`History for ${name}`}>
            History ({count(supplier.incidents)})
          </Button>
        )}
      </div>
    </li>
  )
}
