import { useIsFetching } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Scrolled into sight, and the keyboard goes on from there; false: it isn't there. */
export function goTo(id: string): boolean {
  const at = document.getElementById(id)
  if (!at) return false
  at.scrollIntoView({ block: at.clientHeight > window.innerHeight ? 'start' : 'center' })
  const inner = at.matches('input, button') ? at : at.querySelector<HTMLElement>('input, button')
  inner?.focus({ preventScroll: true })
  return true
}

const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Goes to what the address’s hash names, also where it or what stands above it comes later: until all that
 * is asked for has come, or the person moves.
 * @param idOf the id of what a hash names
 */
export function useAddressed(idOf: (hash: string) => string): void {
  const { hash } = useLocation()
  const loading = useIsFetching() > 0
  const arrived = useRef<string>(undefined)
  const named = useRef(idOf)
  useEffect(() => {
    named.current = idOf
  })
  useEffect(() => {
    if (hash === '') arrived.current = undefined
    if (hash === '' || arrived.current === hash) return
    const id = named.current(hash)
    const stay = () => void (arrived.current = hash)
    const tried = () => {
      if (arrived.current === hash || !goTo(id)) return
      if (!loading) stay()
    }
    tried()
    const seen = new MutationObserver(() => {
      if (document.getElementById(id)) seen.disconnect()
      tried()
    })
    if (!document.getElementById(id)) seen.observe(document.body, { childList: true, subtree: true })
    for (const move of moves) window.addEventListener(move, stay, { once: true, passive: true })
    return () => {
      seen.disconnect()
      for (const move of moves) window.removeEventListener(move, stay)
    }
  }, [hash, loading])
}
