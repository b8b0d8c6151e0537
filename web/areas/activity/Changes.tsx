import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LogRow } from '#contract/activity/activity-log.ts'
import { shownChanges, type ShownChange } from '#contract/activity/told-changes.ts'
import { links } from '../../links.ts'

/** An entry of a log, with its reason and each field's old and new value. */
export function Changes({ row }: { row: LogRow }) {
  return (
    <div>
      {row.entity === 'feed_run' && row.entity_id ? (
        <Link to={links.feedRun(Number(row.entity_id))} className="link">
          {row.message}
        </Link>
      ) : (
        row.message
      )}
      {row.reason && <div className="quiet">Reason: {row.reason}</div>}
      {shownChanges(row.changes).map((change) => (
        <Change key={change.name} change={change} />
      ))}
    </div>
  )
}

function Change({ change: { name, from, to, long } }: { change: ShownChange }) {
  if (!long)
    return (
      <div className="change">
        {name}: <span className="faint">{from}</span>
        <IconArrowRight size={13} aria-label="changed to" />
        {to}
      </div>
    )
  return (
    <details className="change">
      <summary>{name} changed</summary>
      <dl className="before-after">
        <dt>Before</dt>
        <dd>{from}</dd>
        <dt>After</dt>
        <dd>{to}</dd>
      </dl>
    </details>
  )
}
