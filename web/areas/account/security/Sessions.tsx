import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contract/session/sessions.ts'
import { api } from '../../../api.ts'
import { Failed, Panel } from '../../../ui/page/Page.tsx'
import { useAct } from '../../../ui/act/useAct.ts'
import { Ago, many } from '../../../ui/values.tsx'
import { readOnly } from '../../../viewing.ts'

const mostShown = 6

/** Where one is signed in, this one first. */
export function Sessions() {
  const { data, error, refetch } = useQuery(api.listSessions.query())
  const [all, setAll] = useState(false)
  const endOthers = useAct({
    run: () => api.endOtherSessions({}),
    done: ({ ended }) => `${many(ended, 'other session')} signed out`,
  })
  const others = data?.filter((one) => !one.here).length ?? 0
  return (
    <Panel
      title="Where you are signed in"
      acts={
        others > 0 &&
        !readOnly && (
          <Button variant="default" loading={endOthers.busy} onClick={() => endOthers.act()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.length === 0 && <p className="quiet">Nobody is signed in to this account.</p>}
      <ul className="sessions">
        {data?.slice(0, all ? undefined : mostShown).map((one) => (
          <Row key={one.session_id} of={one} />
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

function Row({ of: { session_id, here, device, address, insert_tm, seen_tm } }: { of: Session }) {
  const end = useAct({
    run: () => api.endSession({ params: { id: session_id } }),
    done: `${device} is signed out`,
  })
  return (
    <li>
      <div>
        <b className="name">{device}</b>
        {here && <span className="quiet"> · this one</span>}
        <div className="quiet">
          Signed in <Ago tm={insert_tm} />
          {!here && (
            <>
              , used <Ago tm={seen_tm} />
            </>
          )}
          {address && ` · from ${address}`}
        </div>
      </div>
      {!here && !readOnly && (
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
