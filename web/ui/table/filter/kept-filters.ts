import { useSessionStorage } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { filtersOf } from '../view-address.ts'

/** An address without filters with those of before; undefined where it stays as it is. */
export function withKept(search: string, kept: string): string | undefined {
  const now = new URLSearchParams(search)
  if (kept === '' || filtersOf(search) !== '' || now.has('view')) return undefined
  now.delete('page')
  return new URLSearchParams([...new URLSearchParams(kept), ...now]).toString()
}

/**
 * Keeps a list's filters and sort for the session: who comes back by an address without any finds them set.
 * @returns whether the address is the one to read by
 */
export function useKeptFilters(list: string): boolean {
  const { searchStr, pathname } = useLocation()
  const navigate = useNavigate()
  const [kept, keep] = useSessionStorage({
    key: `filters-${list}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const [before, setBefore] = useState(kept)
  const [own] = useState(pathname)
  const whole = withKept(searchStr, before)
  if (before !== '' && whole === undefined) setBefore('')
  useEffect(() => {
    // the address is the next screen’s before this one has gone
    if (pathname !== own) return
    if (whole) void navigate({ href: `${pathname}?${whole}`, replace: true, resetScroll: false })
    else keep(filtersOf(searchStr))
  }, [whole, searchStr, pathname, own, keep, navigate])
  return whole === undefined
}
