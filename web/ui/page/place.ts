import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Undefined also while the element is laid out, but not shown yet: it can't take the focus. */
function shownElement(id: string): HTMLElement | undefined {
  const element = document.getElementById(id)
  return element?.checkVisibility({ visibilityProperty: true }) ? element : undefined
}

/** Scrolls to an element and moves the focus there; returns false if it isn't in the page. */
export function goTo(id: string): boolean {
  const element = shownElement(id)
  if (!element) return false
  element.scrollIntoView({ block: element.clientHeight > window.innerHeight ? 'start' : 'center' })
  const inner = element.matches('input, button')
    ? element
    : element.querySelector<HTMLElement>('input, button')
  inner?.focus({ preventScroll: true })
  return true
}

const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Goes to the target of the address's hash, even if it or something above it loads later: until everything
 * has loaded, or the person moves.
 * @param idOf the element id for a hash
 */
export function useHashTarget(idOf: (hash: string) => string): void {
  const { hash } = useLocation()
  const loading = useIsFetching() > 0
  const arrivedHash = useRef<string>(undefined)
  const latestIdOf = useRef(idOf)
  useEffect(() => {
    latestIdOf.current = idOf
  })
  useEffect(() => {
    if (hash === '') arrivedHash.current = undefined
    if (hash === '' || arrivedHash.current === hash) return
    const id = latestIdOf.current(hash)
    const stay = () => void (arrivedHash.current = hash)
    const tryToGo = () => {
      if (arrivedHash.current === hash || !goTo(id)) return
      if (!loading) stay()
    }
    tryToGo()
    const observer = new MutationObserver(() => {
      if (shownElement(id)) observer.disconnect()
      tryToGo()
    })
    if (!shownElement(id))
      observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] })
    for (const move of moves) window.addEventListener(move, stay, { once: true, passive: true })
    return () => {
      observer.disconnect()
      for (const move of moves) window.removeEventListener(move, stay)
    }
  }, [hash, loading])
}
