import { useLayoutEffect } from 'react'

/** Larger type and targets while this is shown, also in dialogs over it: `[data-roomy]` of tokens.css. */
export function useRoomy(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.roomy = ''
    return () => {
      delete document.documentElement.dataset.roomy
    }
  }, [])
}
