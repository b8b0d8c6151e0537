import { useState, type KeyboardEvent } from 'react'

/** From one point to another, the first not after the last. */
export type Places = readonly [from: number, to: number]
const inOrder = (a: number, b: number): Places => (a < b ? [a, b] : [b, a])

/** The point that keys or the pointer chose, and the range that is being chosen for a zoom. */
export function useChartKeys({
  points,
  open,
  zoom,
  zoomOut,
}: {
  points: number
  open: ((place: number) => void) | undefined
  zoom: ((from: number, to: number) => void) | undefined
  zoomOut: (() => void) | undefined
}) {
  const [at, setAt] = useState<number>()
  const [anchor, setAnchor] = useState<number>()
  const place = at === undefined ? undefined : Math.min(at, points - 1)
  const range = anchor === undefined || place === undefined ? undefined : inOrder(anchor, place)
  const clear = () => {
    setAt(undefined)
    setAnchor(undefined)
  }
  const move = (to: number, extends_: boolean) => {
    const next = Math.max(0, Math.min(points - 1, to))
    setAnchor(extends_ && zoom ? (anchor ?? place ?? next) : undefined)
    setAt(next)
  }
  /** Whether the range was more than one point: then it is shown alone. */
  const apply = (chosen: Places | undefined): boolean => {
    clear()
    if (!zoom || !chosen || chosen[0] === chosen[1]) return false
    zoom(...chosen)
    return true
  }
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: (place ?? points) - 1,
    ArrowUp: (place ?? points) - 1,
    ArrowRight: (place ?? -1) + 1,
    ArrowDown: (place ?? -1) + 1,
    Home: 0,
    End: points - 1,
  }
  const keyDown = (event: KeyboardEvent) => {
    const to = steps[event.key]
    if (to !== undefined) move(to, event.shiftKey)
    else if (event.key === 'Escape') {
      if (range) clear()
      else zoomOut?.()
    } else if (event.key === 'Enter') {
      if (!apply(range) && place !== undefined) open?.(place)
    } else return
    event.preventDefault()
  }
  const startAt = (from: number | undefined) => {
    setAnchor(from)
    setAt(from)
  }
  return { place, range, keyDown, clear, startAt, dragTo: setAt, apply }
}
