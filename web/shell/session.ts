import { QueryClient, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isStaff } from '#contract/roles.ts'
import { api, HttpError } from '../api.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 1 && !(error instanceof HttpError && error.status < 500),
      // what doesn't come is said, not waited for
      retryDelay: 300,
    },
    mutations: { retry: false },
  },
})

/** The signed-in account, or null. Asked once; a 401 means that nobody is signed in. */
export const accountQuery = { ...api.getAccount.query(), staleTime: Infinity, retry: false }
export async function fetchAccount() {
  // the server leaves this hint beside the session, so that a signed-out person is known without a refused
  // request
  if (!document.cookie.includes('signed-in=')) return null
  return queryClient.ensureQueryData(accountQuery).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 401) return null
    // the page is about to reload: no screen comes before that
    if (error instanceof HttpError && error.status === 426) return new Promise<never>(() => {})
    throw error
  })
}
export function useAccount() {
  const { data } = useQuery(accountQuery)
  return { account: data, staff: data ? isStaff(data.role) : false }
}

/** What concerns the whole app: the session has ended, or a new version is here. */
interface Alarm {
  expired: boolean
  newVersion: boolean
}
let alarm: Alarm = { expired: false, newVersion: false }
const listeners = new Set<() => void>()
export function setAlarm(change: Partial<Alarm>): void {
  alarm = { ...alarm, ...change }
  for (const l of listeners) l()
}
export const useAlarm = () =>
  useSyncExternalStore(
    (l) => (listeners.add(l), () => listeners.delete(l)),
    () => alarm,
  )

/** Forgets who was signed in, and what they saw. */
export function forgetSession(): void {
  queryClient.clear()
  setAlarm({ expired: false })
}
