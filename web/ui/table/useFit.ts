import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * How many columns must be dropped so that the table fits its frame. Nothing scrolls sideways: the person
 * sees which columns were dropped, and the ones they choose stay. Measured before the browser paints.
 * @param layout the chosen columns and the query behind the rows, as one text
 * @param rows which rows there are, as one text
 */
export function useFit(
  frame: RefObject<HTMLDivElement | null>,
  maxDrops: number,
  layout: string,
  rows: string,
): number {
  const [fit, setFit] = useState({ drops: 0, width: 0, layout, rows, refits: 0 })
  // other columns or rows are fitted again: a column dropped for one long name comes back without it
  const isNewLayout = fit.layout !== layout
  const isRefit = isNewLayout || (fit.rows !== rows && fit.refits < maxRefits)
  if (isNewLayout || fit.rows !== rows)
    setFit({
      ...fit,
      drops: isRefit ? 0 : fit.drops,
      layout,
      rows,
      refits: isNewLayout ? 0 : fit.refits + 1,
    })
  const drops = isRefit ? 0 : fit.drops
  // after every render, since any of them may have changed the cells; ends when everything fits
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const table = frame.current?.querySelector('table')
    if (frame.current && table && overflows(table, frame.current) && drops < maxDrops)
      setFit((current) => ({ ...current, drops: drops + 1 }))
  })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const frameObserver = new ResizeObserver(([entry]) => {
      if (!entry) return
      const width = Math.round(entry.contentRect.width)
      // a wider frame is filled again; a narrower one is measured by the render that this causes
      setFit((current) => {
        if (width === current.width) return current
        return { ...current, drops: width > current.width ? 0 : Math.min(current.drops, maxDrops), width }
      })
    })
    frameObserver.observe(element)
    const table = element.querySelector('table')
    // a cell's content may grow by itself, such as an age: the render that this causes measures it
    const tableObserver = new ResizeObserver(() => {
      if (table && overflows(table, element)) setFit((current) => ({ ...current }))
    })
    if (table) tableObserver.observe(table)
    return () => {
      frameObserver.disconnect()
      tableObserver.disconnect()
    }
  }, [frame, maxDrops])
  return Math.min(drops, maxDrops)
}

const widthOf = (element: Element) => element.getBoundingClientRect().width
/** A fraction of a pixel too wide makes the page scroll by a whole one. */
const overflows = (table: Element, frame: Element) => widthOf(table) > widthOf(frame) + 0.05
/** A list that is read every few seconds doesn't keep losing and gaining columns. */
const maxRefits = 8
