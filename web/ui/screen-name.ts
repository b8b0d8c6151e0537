import { useLayoutEffect, useSyncExternalStore } from 'react'

let name: string | undefined
const listeners = new Set<() => void>()
function set(next: string | undefined): void {
  name = next
  for (const listener of listeners) listener()
}

/** What the screen that is shown calls itself: a record's name, where it shows one. */
export const screenName = () => name
export function onScreenName(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useScreenName = () => useSyncExternalStore(onScreenName, screenName)

/** Gives the screen its name as long as it is shown. */
export function useNameScreen(title: string): void {
  useLayoutEffect(() => {
    set(title)
    return () => set(undefined)
  }, [title])
}
