import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { SavedView } from '#contract/lists/views.ts'
import { api } from '../../api.ts'
import { filtersOf, searchOf } from './view-address.ts'

/** The saved views of a list, and the one that the address names. */
export function useViews(list: string, hasViews: boolean) {
  const { searchStr, pathname } = useLocation()
  const navigate = useNavigate()
  const { data, error } = useQuery({ ...api.listSavedViews.query({ query: { list } }), enabled: hasViews })
  const viewId = hasViews ? new URLSearchParams(searchStr).get('view') : null
  const active = data?.find((v) => String(v.saved_view_id) === viewId)
  return {
    list,
    hasViews,
    all: data ?? [],
    active,
    filters: filtersOf(searchStr),
    /** The address names a view that doesn't exist. */
    missing: viewId !== null && !active && (data !== undefined || error !== null),
    choose: (view: SavedView | undefined, options: { replace?: boolean } = {}) => {
      const search = searchOf(view, window.location.search)
      const href = search ? `${pathname}?${search}` : pathname
      void navigate({ href, resetScroll: false, replace: options.replace ?? false })
    },
  }
}
export type Views = ReturnType<typeof useViews>
