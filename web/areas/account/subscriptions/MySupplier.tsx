import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDots,
  IconPlayerPause,
  IconSnowflake,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { OwnAct } from '#contract/account/my-subscriptions.ts'
import type { OwnSupplier } from '#contract/incidents/incidents.ts'
import type { SupplierState } from '#contract/incidents/standing.ts'
import { ownSupplierStatuses } from '#contract/statuses.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { Rule } from '../../../ui/Rule.tsx'
import { dayText } from '../../../ui/time.ts'
import { Ago, count, Moment, Status, type Tone } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'
import { NoAccess } from './NoAccess.tsx'
import { ageOf, listedText } from './my-suppliers-answer.ts'

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
}
const ends = { active: null, frozen: null, cancel_pending: 'Ends', freeze_pending: 'Pauses' } as const

/** One line: how the supplier is, how old its figures are against what we promise; a sentence only on trouble. */
export function MySupplier({
  supplier,
  day,
  history,
  change,
}: {
  supplier: OwnSupplier
  /** When a pending cancellation or pause takes effect. */
  day: string | null
  history: () => void
  change: (act: OwnAct) => void
}) {
  const { state, dropshipper_name: name } = supplier
  const sign = signs[state]
  const age = ageOf(supplier)
  return (
    <li className="mine-line" data-state={state}>
      <h3>
        {supplier.no_access ? (
          name
        ) : (
          <Link className="mine-line-name" to={links.mySupplierProducts(supplier.dropshipper_id)}>
            {name}
          </Link>
        )}
      </h3>
      <span className="mine-line-status">
        <Status tone={sign.tone} icon={sign.icon}>
          {sign.text}
        </Status>
      </span>
      <span className="mine-line-age">
        {age && (
          <>
            <Rule
              value={age.hours}
              limit={age.promised}
              scale={age.promised * 1.5}
              tone={age.hours > age.promised ? 'bad' : 'good'}
              label={age.label}
              width={60}
            />
            <span aria-hidden>{age.text}</span>
          </>
        )}
      </span>
      <span className="mine-line-listed">{listedText(supplier)}</span>
      <SupplierMenu supplier={supplier} history={history} change={change} />
      <Trouble supplier={supplier} day={day} />
    </li>
  )
}

/** What is wrong, since when, and what is done about it. */
function Trouble({ supplier, day }: { supplier: OwnSupplier; day: string | null }) {
  const { state, what: problem, doing, since_tm, person_told_tm, subscription } = supplier
  const explanation = problem ?? quiet[state]
  const end = ends[subscription]
  if (!explanation && !end && !supplier.no_access) return null
  return (
    <div className="mine-line-more">
      {explanation && (
        <p>
          {supplier.of_own_feed && 'The problem is in your own feed. '}
          {explanation} {doing}
          {person_told_tm && (
            <>
              {' '}
              We alerted our team <Ago tm={person_told_tm} />.
            </>
          )}
          {since_tm && (
            <span className="faint">
              {' '}
              Since <Moment tm={since_tm} />.
            </span>
          )}
        </p>
      )}
      {end && (
        <p>
          {end} {day ? `on ${dayText(day)}` : 'soon'}.
        </p>
      )}
      {supplier.no_access && <NoAccess />}
    </div>
  )
}

function SupplierMenu({
  supplier,
  history,
  change,
}: {
  supplier: OwnSupplier
  history: () => void
  change: (act: OwnAct) => void
}) {
  const { dropshipper_name: name, subscription } = supplier
  const { act, busy } = useAct({
    run: (isOn: boolean) =>
      api.saveIncidentMails({ body: { dropshipper_ids: [supplier.dropshipper_id], on: isOn } }),
    doneText: (_, isOn) => `Emails about ${name} turned ${isOn ? 'on' : 'off'}`,
    undo: (_, isOn) =>
      api.saveIncidentMails({ body: { dropshipper_ids: [supplier.dropshipper_id], on: !isOn } }),
  })
  const isFixed = Boolean(readOnly)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          className="mine-line-menu"
          variant="subtle"
          color="gray"
          loading={busy}
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!supplier.no_access && (
          <Menu.Item component={Link} to={links.mySupplierProducts(supplier.dropshipper_id)}>
            View products
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={links.mySubscriptions()} hash="catalogs">
          Download catalog
        </Menu.Item>
        {supplier.incidents > 0 && (
          <Menu.Item onClick={history}>History ({count(supplier.incidents)})</Menu.Item>
        )}
        <Menu.Item disabled={isFixed} onClick={() => act(!supplier.mails)}>
          {supplier.mails ? 'Stop emails about problems' : 'Email me about problems'}
        </Menu.Item>
        <Menu.Divider />
        {subscription !== 'active' && (
          <Menu.Item disabled={isFixed} onClick={() => change('reactivate')}>
            Reactivate…
          </Menu.Item>
        )}
        {subscription === 'active' && (
          <Menu.Item disabled={isFixed} onClick={() => change('pause')}>
            Pause…
          </Menu.Item>
        )}
        {subscription !== 'cancel_pending' && (
          <Menu.Item disabled={isFixed} onClick={() => change('cancel')}>
            Cancel…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
