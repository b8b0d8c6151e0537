import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * How many columns must leave for the table to stand in its frame. Nothing scrolls sideways: the person
 * sees which ones left, and what they choose stays. Measured before the picture is drawn.
 * @param asked the columns that were chosen and what the rows are asked by, as one text
 * @param rows which rows there are, as one text
 */
export function useFit(
  frame: RefObject<HTMLDivElement | null>,
  most: number,
  asked: string,
  rows: string,
): number {
  const [fit, setFit] = useState({ gone: 0, width: 0, asked, rows, again: 0 })
  // other columns and other rows are fitted anew: what left for one long name comes back without it
  const isAsked = fit.asked !== asked
  const isAnew = isAsked || (fit.rows !== rows && fit.again < mostAgain)
  if (isAsked || fit.rows !== rows)
    setFit({ ...fit, gone: isAnew ? 0 : fit.gone, asked, rows, again: isAsked ? 0 : fit.again + 1 })
  const gone = isAnew ? 0 : fit.gone
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
    const of = frame.current
    const table = of.querySelector('table')
    // what a cell holds may grow by itself, such as an age: the render that this brings measures it
    const grown = new ResizeObserver(() => {
      if (table && widthOf(table) > widthOf(of) + 0.05) setFit((now) => ({ ...now }))
    })
    if (table) grown.observe(table)
    return () => {
      observer.disconnect()
      grown.disconnect()
    }
  }, [frame, most])
  return Math.min(gone, most)
}

const widthOf = (element: Element) => element.getBoundingClientRect().width
/** So often by themselves: a list that is read every few seconds doesn't go on losing and gaining columns. */
const mostAgain = 8
