import type { Standing } from '../feeds/standing.ts'

/** The kinds of faults of a supplier's feed. */
export const incidentKinds = ['failing', 'held', 'late'] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** The kind of incident for a standing; null: it is well or unknown. */
export const incidentOf = (standing: Standing): IncidentKind | null =>
  incidentKinds.find((kind) => kind === standing) ?? null
/** Whether the standing ends an incident; a paused feed is neither well nor broken again. */
export const isWell = (standing: Standing): boolean => standing === 'fresh' || standing === 'flaky'

/** How long a feed must be broken, or well again, before it counts; brief faults notify nobody. */
export const graceMinutes = 30

/** A supplier's states as its customers see them, worst first. */
export const supplierStates = ['late', 'failing', 'checking', 'paused', 'waiting', 'frozen', 'fresh'] as const
export type SupplierState = (typeof supplierStates)[number]

/** @param late its stock and prices are older than promised */
export function supplierState(standing: Standing, late: boolean): SupplierState {
  if (standing === 'held') return 'checking'
  if (standing === 'never_ran') return 'waiting'
  if (standing === 'paused') return 'paused'
  if (isWell(standing)) return 'fresh'
  return late ? 'late' : 'failing'
}
export const worseState = (a: SupplierState, b: SupplierState): SupplierState =>
  supplierStates.indexOf(a) <= supplierStates.indexOf(b) ? a : b

/** What happened and what is done about it, in words for a customer, without codes, names or addresses. */
export interface Plain {
  problem: string
  remedy: string
}
const noFile: Plain = {
  problem: 'We can’t download their file.',
  remedy: 'We keep trying, and our team is working on it.',
}
const brokenFile: Plain = {
  problem: 'Their file was incomplete or damaged.',
  remedy: 'Your listings haven’t changed; we’ll load the next good file.',
}
const changedFile: Plain = {
  problem: 'The format of their file changed.',
  remedy: 'Your listings haven’t changed. Our team is updating our setup.',
}
const old: Plain = {
  problem: 'Their new file is overdue.',
  remedy: 'We keep checking and will load it when it arrives.',
}
const unreadableFile: Plain = {
  problem: 'We couldn’t read all of their file.',
  remedy: 'Your listings haven’t changed. We’ll retry, and our team is looking into it.',
}
const heldFile: Plain = {
  problem: 'Their new file has unusually large changes.',
  remedy: 'Our team is reviewing it before it reaches your store. Until then, your listings won’t change.',
}
const causes: readonly (readonly [Plain, readonly string[]])[] = [
  [
    noFile,
    [
      'no_file',
      'missing',
      'unreachable',
      'http_status',
      'refused_login',
      'foreign',
      'certificate',
      'host_key',
      'redirects',
      'slow',
      'stalled',
    ],
  ],
  [old, ['too_old']],
  [
    brokenFile,
    [
      'page',
      'error_answer',
      'other_document',
      'truncated',
      'empty',
      'broken_archive',
      'empty_archive',
      'bomb',
      'many_files',
      'nested_archive',
      'unsupported_text',
      'zip',
      'cut',
      'too_large',
      'open_quote',
      'not_json',
      'not_well_formed',
    ],
  ],
  [
    changedFile,
    [
      'encoding',
      'endless_line',
      'too_many_columns',
      'no_items',
      'no_archived_file',
      'no_sheet',
      'no_header',
      'not_x12',
      'not_xlsx',
      'no_sku_mapping',
      'no_match',
      'column_gone',
    ],
  ],
]
const byCode = new Map(causes.flatMap(([plain, codes]) => codes.map((code) => [code, plain] as const)))

/** What a customer reads about an incident (docs/domain/incidents.md, Incidents). */
export function plainly(kind: IncidentKind, reasonCode: string | null): Plain {
  if (kind === 'held') return heldFile
  if (kind === 'late') return old
  return byCode.get(reasonCode?.replace(/^further\./, '') ?? '') ?? unreadableFile
}
