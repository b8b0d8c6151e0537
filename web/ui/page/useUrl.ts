import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'

/**
 * A screen's filters, sort and page, kept in the URL. What a hand-written address gets wrong falls back to
 * the default.
 */
export function useUrl<S extends z.ZodObject>(schema: S) {
  const { searchStr, pathname } = useLocation()
  const navigate = useNavigate()
  const values = useMemo(() => {
    const given = Object.fromEntries(new URLSearchParams(searchStr))
    const parsed = schema.safeParse(given)
    return (parsed.success ? parsed.data : schema.parse({})) as z.output<S>
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
