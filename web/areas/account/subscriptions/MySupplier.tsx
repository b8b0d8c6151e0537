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

const signs: Readonly<Record<SupplierState, { tone: Tone; icon: Icon; text: string }>> = {
  fresh: { tone: 'good', icon: IconCheck, text: 'Up to date' },
  checking: { tone: 'wait', icon: IconClock, text: 'Being checked' },
  failing: { tone: 'wait', icon: IconClock, text: 'Update failed' },
  late: { tone: 'bad', icon: IconAlertTriangle, text: 'Stock may be old' },
  paused: { tone: 'off', icon: IconPlayerPause, text: 'Updates on hold' },
  waiting: { tone: 'off', icon: IconClock, text: 'First file awaited' },
  frozen: { tone: 'off', icon: IconSnowflake, text: 'Paused' },
}
const quiet: Readonly<Partial<Record<SupplierState, string>>> = {
  paused: 'We have put its updates on hold: your listings stay as they were.',
  waiting: 'No file of it has been read yet.',
  frozen: 'You have paused it: your settings are kept, and nothing of it is sent to your stores.',
}
const ends = { active: null, frozen: null, cancel_pending: 'ends', freeze_pending: 'is paused' } as const

/** One supplier: how it stands and since when, what happened, what is done, and how old one's own figures are. */
export function MySupplier({
  of,
  day,
  history,
}: {
  of: OwnSupplier
  /** On which what is to end or to be paused does. */
  day: string | null
  history: () => void
}) {
  const { state, dropshipper_name: name, what, doing } = of
  const sign = signs[state]
  const { act, busy } = useAct({
    run: (on: boolean) => api.saveIncidentMails({ body: { dropshipper_ids: [of.dropshipper_id], on } }),
    done: (_, on) => `Mails about ${name} are ${on ? 'on' : 'off'}`,
    undo: (_, on) => api.saveIncidentMails({ body: { dropshipper_ids: [of.dropshipper_id], on: !on } }),
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
          {of.of_own_feed && 'By the feed that you alone have. '}
          {what ?? quiet[state]} {doing}
          {of.person_told_tm && (
            <>
              {' '}
              Our team was told at <Moment tm={of.person_told_tm} />, <Ago tm={of.person_told_tm} />.
            </>
          )}
        </p>
      )}
      {ends[of.subscription] && (
        <p>
          It {ends[of.subscription]} {day ? `on ${dayText(day)}` : 'soon'}.
        </p>
      )}
      {of.no_access && <NoAccess />}
      <p className="faint">
        {state !== 'fresh' && of.since_tm && (
          <>
            Since <Moment tm={of.since_tm} />, <Ago tm={of.since_tm} />.{' '}
          </>
        )}
        {supplierFigures(of)}
      </p>
      <div className="mine-acts">
        <Switch
          size="md"
          label="Mail me when it breaks"
          aria-label={`Mail me when ${name} breaks, and when it is well again`}
          checked={of.mails}
          disabled={busy || Boolean(readOnly)}
          onChange={(e) => act(e.currentTarget.checked)}
        />
        {of.incidents > 0 && (
          <Button variant="subtle" size="md" onClick={history} aria-label={`History of ${name}`}>
            History ({count(of.incidents)})
          </Button>
        )}
      </div>
    </li>
  )
}
