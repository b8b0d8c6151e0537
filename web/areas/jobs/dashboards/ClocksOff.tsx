import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { clockText, clocksTitle } from './clock-words.ts'

/** Machines whose clock is off: their processes run no billing. */
export function ClocksOff() {
  const { data } = useQuery({ ...api.getHealth.query(), refetchInterval: 30_000 })
  if (!data || data.clocks_off.length === 0) return null
  return (
    <Alert color="red" title={clocksTitle(data.clocks_off.length)}>
      <ul className="plain-list">
        {data.clocks_off.map((clock) => (
          <li key={clock.server}>{clockText(clock)}</li>
        ))}
      </ul>
      Synchronize the clock. Until then, billing runs on other servers.
    </Alert>
  )
}
