/** Keys of an address that aren't filters of a list: the page, and what is open. */
const passing = ['view', 'page', 'history', 'report']
/** Which of a screen's lists is shown, what is beside it, and how far a trend goes back. */
const selectors = ['mode', 'of', 'side', 'trend', 'product']
const besides = [...passing, ...selectors]

/** The filters and sort of an address, always in the same order. */
export function filtersOf(search: string): string {
  const all = new URLSearchParams(search)
  for (const key of besides) all.delete(key)
  all.sort()
  return all.toString()
}

/** The address that shows a view, or the list without one, from the current address. */
export function searchOf(view: { saved_view_id: number; search: string } | undefined, now: string): string {
  const next = new URLSearchParams(view?.search)
  for (const key of besides) next.delete(key)
  const current = new URLSearchParams(now)
  for (const key of selectors) {
    const value = current.get(key)
    if (value !== null) next.set(key, value)
  }
  if (view) next.set('view', String(view.saved_view_id))
  return next.toString()
}
