import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contract/session/sessions.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago, many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

const mostShown = 6

/** Where the person is signed in, this session first. */
export function Sessions() {
  const { data, error, refetch } = useQuery(api.listSessions.query())
  const [all, setAll] = useState(false)
  const endOthers = useAct({
    run: () => api.endOtherSessions({}),
    doneText: ({ ended: endedCount }) => `${many(endedCount, 'other session')} signed out`,
  })
  const others = data?.filter((session) => !session.here).length ?? 0
  return (
    <Panel
      title="Active sessions"
      actions={
        others > 0 &&
        !readOnly && (
          <Button variant="default" loading={endOthers.busy} onClick={() => endOthers.act()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.length === 0 && <p className="quiet">No one is signed in to this account.</p>}
      <ul className="sessions">
        {data?.slice(0, all ? undefined : mostShown).map((session) => (
          <Row key={session.session_id} session={session} />
        ))}
      </ul>
      {data && data.length > mostShown && !all && (
        <Button variant="default" mt="sm" onClick={() => setAll(true)}>
          Show all {data.length}
        </Button>
      )}
    </Panel>
  )
}

function Row({
  session: { session_id, here: isCurrent, device, address, insert_tm, seen_tm },
}: {
  session: Session
}) {
  const end = useAct({
    run: () => api.endSession({ params: { id: session_id } }),
    doneText: `${device} signed out`,
  })
  return (
    <li>
      <div>
        <b className="name">{device}</b>
        {isCurrent && <span className="quiet"> · this device</span>}
        <div className="quiet">
          Signed in <Ago tm={insert_tm} />
          {!isCurrent && (
            <>
              , last active <Ago tm={seen_tm} />
            </>
          )}
          {address && ` · from ${address}`}
        </div>
      </div>
      {!isCurrent && !readOnly && (
        <Button
          variant="default"
          loading={end.busy}
          onClick={() => end.act()}
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
