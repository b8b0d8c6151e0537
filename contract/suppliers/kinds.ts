/** allow_browse by id. */
export const allowBrowse = {
  1: 'Public',
  0: 'Private',
  '-1': 'Hidden/Restricted',
  '-2': 'No Catalog',
} as const
/** Customers can't find it by browsing, so it is never featured. */
export const isHidden = (allow_browse: number): boolean => allow_browse < 0
/** custom_feed_support of a supplier's detail (docs/domain.md, Suppliers). */
export const customFeedSupport = { 0: 'None', 1: 'Required', 2: 'Optional' } as const
/** What a new supplier is: it decides how it may be browsed and whether vendors bring feeds of their own. */
export const supplierTypes = {
  standard: 'Standard',
  restricted: 'Restricted',
  custom: 'Custom feeds only',
} as const
