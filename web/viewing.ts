import { viewingText } from '#contract/session/viewing.ts'

const match = /^\/viewing\/(\d{1,9})(?=\/|$)/.exec(globalThis.location?.pathname ?? '')

/**
 * The view of a customer's account that this page belongs to, by its address: none of its screens is ever
 * staff's, and only leaving the page ends it (docs/domain/vendor-access.md, Customer view).
 */
export const viewing = match ? Number(match[1]) : undefined
/** The prefix of each path of this page. */
export const basepath = match?.[0] ?? '/'
/** The path without that prefix. */
export const pathname = (): string =>
  match ? location.pathname.slice(basepath.length) || '/' : location.pathname
/** Why nothing can be saved here. */
export const readOnly = match ? viewingText : undefined
