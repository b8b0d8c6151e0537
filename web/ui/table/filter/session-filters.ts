import { useSessionStorage } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { filtersOf } from '../view-address.ts'

/** An address without filters, with the previous ones added; undefined: it stays as it is. */
export function withSessionFilters(search: string, savedFilters: string): string | undefined {
  const now = new URLSearchParams(search)
  if (savedFilters === '' || filtersOf(search) !== '' || now.has('view')) return undefined
  now.delete('page')
  return new URLSearchParams([...new URLSearchParams(savedFilters), ...now]).toString()
}

/**
 * Keeps a list's filters and sort for the session: coming back by an address without filters restores them.
 * @returns whether the list can be read by the address
 */
export function useSessionFilters(list: string): boolean {
  const { searchStr, pathname } = useLocation()
  const navigate = useNavigate()
  const [savedFilters, saveFilters] = useSessionStorage({
    key: `filters-${list}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const [before, setBefore] = useState(savedFilters)
  const [ownPath] = useState(pathname)
  const whole = withSessionFilters(searchStr, before)
  if (before !== '' && whole === undefined) setBefore('')
  useEffect(() => {
    // the address already is the next screen's before this one is gone
    if (pathname !== ownPath) return
    if (whole) void navigate({ href: `${pathname}?${whole}`, replace: true, resetScroll: false })
    else saveFilters(filtersOf(searchStr))
  }, [whole, searchStr, pathname, ownPath, saveFilters, navigate])
  return whole === undefined
}
