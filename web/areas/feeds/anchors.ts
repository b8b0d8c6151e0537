import type { FeedPart } from '#contract/feeds/mend.ts'
import type { ProductField } from '#contract/feeds/settings.ts'

/** What an address can point to on the settings page: a part, a field, or the field that a column feeds. */
export const partId = (part: FeedPart | 'dry-run' | 'schedule' | 'expected') => `feed-${part}`
/** @param fileKey a further file's key; the main one has none */
export const fieldId = (field: ProductField, fileKey = '') => `feed-field-${fileKey && `${fileKey}-`}${field}`

/** The list of everything a run changes. */
export const changesId = 'run-changes'
/** The runs behind a row of the gate's report. */
export const measuredRunsId = 'measured-runs'
/** The list of rejected rows and warnings. */
export const issuesId = 'run-issues'
