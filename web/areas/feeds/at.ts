import type { FeedPart } from '#contract/feeds/mend.ts'
import type { ProductField } from '#contract/feeds/settings.ts'

/** What an address may lead to on the settings' page: a part, a field, or whatever a column feeds. */
export const partId = (part: FeedPart | 'dry-run' | 'schedule' | 'expected') => `feed-${part}`
/** @param of a further file's key; the main one has none */
export const fieldId = (field: ProductField, of = '') => `feed-field-${of && `${of}-`}${field}`

/** The list of all that a run changes. */
export const changesId = 'run-changes'
/** The list of what was wrong with its rows. */
export const issuesId = 'run-issues'

/** Scrolled into sight, and the keyboard goes on from there. */
export function goTo(id: string): void {
  const at = document.getElementById(id)
  if (!at) return
  at.scrollIntoView({ block: at.clientHeight > window.innerHeight ? 'start' : 'center' })
  const inner = at.matches('input, button') ? at : at.querySelector<HTMLElement>('input, button')
  inner?.focus({ preventScroll: true })
}
