import { useLayoutEffect } from 'react'

/** Larger type and targets while this is shown, in what lies over it, too: `[data-roomy]` of tokens.css. */
export function useRoomy(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.roomy = ''
    return () => {
      delete document.documentElement.dataset.roomy
    }
  }, [])
}
