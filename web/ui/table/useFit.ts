import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/**
 * How many columns must leave for the table to stand in its frame. Nothing scrolls sideways: the person
 * sees which ones left, and what they choose stays. Measured before the picture is drawn.
 */
export function useFit(frame: RefObject<HTMLDivElement | null>, most: number): number {
  const [gone, setGone] = useState(0)
  const width = useRef(0)
  // after every render: any of them may have changed what the cells hold; ends when all fits
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const table = frame.current?.querySelector('table')
    if (!frame.current || !table) return
    width.current = frame.current.clientWidth
    if (table.offsetWidth > width.current + 1 && gone < most) setGone(gone + 1)
  })
  useLayoutEffect(() => {
    if (!frame.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const now = Math.round(entry!.contentRect.width)
      // a wider frame is filled anew; a narrower one is measured by the render that follows
      if (now !== width.current) setGone((n) => (now > width.current ? 0 : Math.min(n + 1, most)))
      width.current = now
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, most])
  return Math.min(gone, most)
}
