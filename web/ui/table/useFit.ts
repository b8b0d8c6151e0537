import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * How many columns must leave for the table to stand in its frame. Nothing scrolls sideways: the person
 * sees which ones left, and what they choose stays. Measured before the picture is drawn.
 * @param shown the columns that were chosen, as one text
 */
export function useFit(frame: RefObject<HTMLDivElement | null>, most: number, shown: string): number {
  const [fit, setFit] = useState({ gone: 0, width: 0, shown })
  // other columns are fitted anew
  if (fit.shown !== shown) setFit({ ...fit, gone: 0, shown })
  const gone = fit.shown === shown ? fit.gone : 0
  // after every render: any of them may have changed what the cells hold; ends when all fits
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const table = frame.current?.querySelector('table')
    // a part of a pixel more makes the page scroll by a whole one
    if (frame.current && table && widthOf(table) > widthOf(frame.current) + 0.05 && gone < most)
      setFit((now) => ({ ...now, gone: gone + 1 }))
  })
  useLayoutEffect(() => {
    if (!frame.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry!.contentRect.width)
      // a wider frame is filled anew; a narrower one is measured by the render that this brings
      setFit((now) =>
        width === now.width ? now : { ...now, gone: width > now.width ? 0 : Math.min(now.gone, most), width },
      )
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame, most])
  return Math.min(gone, most)
}

const widthOf = (element: Element) => element.getBoundingClientRect().width
