import { useSyncExternalStore } from 'react'

const watching = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function watch(listener: () => void) {
  watching.add(listener)
  timer ??= setInterval(() => watching.forEach((tell) => tell()), 5000)
  return () => {
    watching.delete(listener)
    if (watching.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * A text that depends on the time, such as an age: rendered again only when the text changes, so that a list's
 * rows needn't be.
 */
export const useClock = <T extends string | number>(read: () => T): T =>
  useSyncExternalStore(watch, read, read)
