/** allow_browse by id. */
export const allowBrowse = {
  1: 'Public',
  0: 'Private',
  '-1': 'Hidden/Restricted',
  '-2': 'No Catalog',
} as const
/** Whether customers can't find it by browsing; such a supplier is never featured. */
export const isHidden = (allow_browse: number): boolean => allow_browse < 0
/** custom_feed_support of a supplier's detail (docs/domain/suppliers.md, Suppliers). */
export const customFeedSupport = { 0: 'None', 1: 'Required', 2: 'Optional' } as const
/** The type of a new supplier decides how it may be browsed and whether vendors have feeds of their own. */
export const supplierTypes = {
  standard: 'Standard',
  restricted: 'Restricted',
  custom: 'Custom feeds only',
} as const

/** The monthly reports for partners, by `monthly_report`; each is about one supplier. */
export const monthlyReports = { data_provider: 'Data provider', wholesaler: 'Wholesaler' } as const
export type MonthlyReport = keyof typeof monthlyReports
export const monthlyReportNames = Object.keys(monthlyReports) as [MonthlyReport, ...MonthlyReport[]]
