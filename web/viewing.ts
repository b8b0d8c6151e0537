import { viewingText } from '#contract/session/viewing.ts'

const match = /^\/viewing\/(\d{1,9})(?=\/|$)/.exec(globalThis.location?.pathname ?? '')

/**
 * The view of a customer's account that this page is of, by its address: no screen of it is ever staff's, and
 * nothing but leaving the page ends that (docs/domain.md, Looking as a customer).
 */
export const viewing = match ? Number(match[1]) : undefined
/** What stands before each path of this page. */
export const basepath = match?.[0] ?? '/'
/** The path as screens and links know it. */
export const pathname = (): string =>
  match ? location.pathname.slice(basepath.length) || '/' : location.pathname
/** Why nothing can be saved here. */
export const readOnly = match ? viewingText : undefined
