import { useLayoutEffect, useSyncExternalStore } from 'react'

/** A step of the way to a screen. */
export type Step = readonly [title: string, to: string]
interface ScreenLabel {
  name: string | undefined
  /** The way to it, if that isn't its entry of the navigation. */
  trail: readonly Step[]
}

const noTrail: readonly Step[] = []
let current: ScreenLabel = { name: undefined, trail: noTrail }
const listeners = new Set<() => void>()
function set(next: ScreenLabel): void {
  current = next
  for (const listener of listeners) listener()
}

/** The name of the shown screen: the record's name, if it shows one. */
export const screenName = () => current.name
export function onScreenName(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useScreenName = () => useSyncExternalStore(onScreenName, screenName)
export const useTrail = () => useSyncExternalStore(onScreenName, () => current.trail)

/** Gives the screen its name, and the way to it, while it is shown. */
export function useNameScreen(title: string, trail = noTrail): void {
  const way = JSON.stringify(trail)
  useLayoutEffect(() => {
    set({ name: title, trail: JSON.parse(way) as readonly Step[] })
    return () => set({ name: undefined, trail: noTrail })
  }, [title, way])
}
