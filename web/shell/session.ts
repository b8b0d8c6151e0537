import { QueryClient, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isStaff } from '#contract/roles.ts'
import type { OverView } from '#contract/refusals.ts'
import { api, HttpError } from '../api.ts'
import { viewing } from '../viewing.ts'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 1 && !(error instanceof HttpError && error.status < 500),
      // a failed read is shown rather than retried for long
      retryDelay: 300,
    },
    mutations: { retry: false },
  },
})

export const accountQuery = { ...api.getAccount.query(), staleTime: Infinity, retry: false }
/** The server sets this hint beside the session cookie; without it no request is made only to be refused. */
export const mayBeSignedIn = () => document.cookie.includes('signed-in=')
/** The signed-in account, or null. Read once; a 401 means that nobody is signed in. */
export async function fetchAccount() {
  if (!mayBeSignedIn()) return viewing === undefined ? null : noMoreToSee()
  return queryClient.ensureQueryData(accountQuery).catch((error: unknown) => {
    if (error instanceof HttpError && (error.code === 'view_over' || (viewing && error.status === 401)))
      return noMoreToSee()
    if (error instanceof HttpError && error.status === 401) return null
    // the page is about to reload: show no screen before that
    if (error instanceof HttpError && error.status === 426) return new Promise<never>(() => {})
    throw error
  })
}
/** The message covers every screen, and none loads. */
function noMoreToSee() {
  if (!alarm.viewOver) setAlarm({ viewOver: signedOut })
  return new Promise<never>(() => {})
}
/** Whether somebody was signed in since this page was loaded. */
export const hasAccount = () => queryClient.getQueryData(accountQuery.queryKey) !== undefined
export function useAccount() {
  const { data } = useQuery(accountQuery)
  return { account: data, staff: data ? isStaff(data.role) : false }
}

/** Why a view of a customer's account ended, and whose it was, if known. */
export interface ViewOver {
  message: string
  view?: OverView | undefined
}
export const signedOut: ViewOver = { message: 'You signed out, which ended the view.' }
/** What concerns the whole app: the session or the view has ended, or a new version is here. */
interface Alarm {
  hasExpired: boolean
  newVersion: boolean
  viewOver: ViewOver | null
}
let alarm: Alarm = { hasExpired: false, newVersion: false, viewOver: null }
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

/** Whether the same person has signed in again in another tab: then the page continues as it is. */
export async function signedInAgain(): Promise<'same' | 'another' | 'nobody'> {
  const before = queryClient.getQueryData<Awaited<ReturnType<typeof api.getAccount>>>(accountQuery.queryKey)
  const now = await api.getAccount().catch(() => null)
  if (!now) return 'nobody'
  if (now.email !== before?.email) return 'another'
  queryClient.setQueryData(accountQuery.queryKey, now)
  setAlarm({ hasExpired: false })
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
  return 'same'
}

/** Forgets who was signed in, and what they saw. */
export function forgetSession(): void {
  queryClient.clear()
  setAlarm({ hasExpired: false })
}
