import { useLayoutEffect, useSyncExternalStore } from 'react'

/** A step of the way to a screen. */
export type Step = readonly [title: string, to: string]
interface Named {
  name: string | undefined
  /** The way to it, where that isn't its entry of the navigation. */
  trail: readonly Step[]
}

const none: readonly Step[] = []
let named: Named = { name: undefined, trail: none }
const listeners = new Set<() => void>()
function set(next: Named): void {
  named = next
  for (const listener of listeners) listener()
}

/** What the screen that is shown calls itself: a record's name, where it shows one. */
export const screenName = () => named.name
export function onScreenName(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useScreenName = () => useSyncExternalStore(onScreenName, screenName)
export const useTrail = () => useSyncExternalStore(onScreenName, () => named.trail)

/** Gives the screen its name, and the way to it, as long as it is shown. */
export function useNameScreen(title: string, trail = none): void {
  const way = JSON.stringify(trail)
  useLayoutEffect(() => {
    set({ name: title, trail: JSON.parse(way) as readonly Step[] })
    return () => set({ name: undefined, trail: none })
  }, [title, way])
}
