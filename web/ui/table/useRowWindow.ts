import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { usePrinting } from './usePrinting.ts'

/** With more rows than this, only those in sight are in the page. */
const mostWhole = 80

/** Which rows are in the page: all of a short list and of any that is printed; of a long one those in sight and some around them. */
export function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, count: number) {
  const isPrinting = usePrinting()
  const virtual = count > mostWhole && !isPrinting
  // oxlint-disable-next-line react-hooks/incompatible-library -- its functions aren't handed on to others
  const rows = useWindowVirtualizer({
    count,
    enabled: virtual,
    estimateSize: () => 35,
    overscan: 12,
    scrollMargin: body.current ? body.current.getBoundingClientRect().top + window.scrollY : 0,
  })
  if (!virtual)
    return {
      indexes: Array.from({ length: count }, (_, i) => i),
      before: 0,
      after: 0,
      measure: undefined,
      reveal: () => {},
    }
  const items = rows.getVirtualItems()
  const margin = rows.options.scrollMargin
  return {
    indexes: items.map((item) => item.index),
    before: (items[0]?.start ?? margin) - margin,
    after: rows.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure: rows.measureElement,
    reveal: (index: number) => rows.scrollToIndex(index),
  }
}
