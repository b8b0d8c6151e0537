import { useSyncExternalStore } from 'react'

let isPrinting = false
function onPrinting(changed: () => void): () => void {
  const change = (next: boolean) => () => {
    isPrinting = next
    changed()
  }
  const [before, after] = [change(true), change(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** Whether the page is being printed: then a table shows all of its rows. */
export const usePrinting = (): boolean => useSyncExternalStore(onPrinting, () => isPrinting)
