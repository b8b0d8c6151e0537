import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'

/**
 * A screen's filters, sort and page, kept in the URL. Invalid values in a hand-written address fall back to
 * the default.
 */
export function useUrl<S extends z.ZodObject>(schema: S) {
  const { searchStr, pathname } = useLocation()
  const navigate = useNavigate()
  const values = useMemo(() => {
    const params = Object.fromEntries(new URLSearchParams(searchStr))
    const result = schema.safeParse(params)
    return (result.success ? result.data : schema.parse({})) as z.output<S>
  }, [schema, searchStr])
  const set = useCallback(
    (
      change: Partial<Record<keyof z.output<S>, string | number | boolean | undefined>>,
      options: { replace?: boolean } = {},
    ) => {
      const next = new URLSearchParams(window.location.search)
      for (const [key, value] of Object.entries(change)) {
        if (value === undefined || value === '' || value === false) next.delete(key)
        else next.set(key, String(value))
      }
      const text = next.toString()
      void navigate({
        href: text ? `${pathname}?${text}` : pathname,
        replace: options.replace ?? false,
        resetScroll: false,
      })
    },
    [navigate, pathname],
  )
  return [values, set] as const
}
