import type { FeedPart } from '#contract/feeds/mend.ts'

/** Every address of the app as a function. */
export const links = {
  login: (next?: string) => (next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  accountDetails: () => '/account/details',
  /** @param came the first and the last day of which one is a user */
  vendorSearch: (came?: { since: string; until: string }) =>
    came ? `/vendors/search?since=${came.since}&until=${came.until}` : '/vendors/search',
  platforms: () => '/platforms/',
  platform: (id: number, page?: string) => (page ? `/platforms/${id}/${page}` : `/platforms/${id}`),
  vendor: (vendorId: number, page?: string) =>
    page ? `/vendors/view/${vendorId}/${page}` : `/vendors/view/${vendorId}`,
  /** A page that looks at an account as its customer: what stands before each of its paths, and a path. */
  customerView: (viewId: number, at: string = '/account/details') => `/viewing/${viewId}${at}`,
  suppliers: () => '/suppliers/',
  supplier: (id: number, page?: string) => (page ? `/suppliers/view/${id}/${page}` : `/suppliers/view/${id}`),
  /** @param at the part of the settings; of the mapping, the column too */
  feedSettings: (id: number, at?: FeedPart | 'expected', column?: string) =>
    `/suppliers/view/${id}/config${at ? `#${at}${column ? `:${encodeURIComponent(column)}` : ''}` : ''}`,
  compare: (id: number, first: number, second: number) =>
    `/suppliers/view/${id}/stats/compare?stat1=${first}&stat2=${second}`,
  feedRun: (runId: number) => `/feed-runs/${runId}`,
  searchIndex: (id: number, q: string) => `/suppliers/view/${id}/solr?q=${encodeURIComponent(q)}`,
  featured: () => '/suppliers/featured',
  mappingReport: () => '/suppliers/mapping-report',
  updateFailures: () => '/reports/update-failures',
  job: (id: number) => `/jobs/${id}`,
  jobs: (filters: Record<string, string | number | undefined> = {}) => {
    const text = new URLSearchParams(
      Object.entries(filters).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]])),
    ).toString()
    return text ? `/jobs?${text}` : '/jobs'
  },
  categoryDashboard: (category: 'updating' | 'ordering' | 'image') => `/dashboards/${category}`,
  servers: () => '/dashboards/servers',
  monitoring: (mode?: string) => `/dashboards/monitoring${mode ? `?mode=${mode}` : ''}`,
  jobDashboard: () => '/dashboards/dashboard',
  devMail: () => '/dev/mail',
} as const

/** Where a person lands after signing in (docs/domain.md, Sessions, errors and alarms). */
export const landing = (role: string) => (role === 'customer' ? links.accountDetails() : links.vendorSearch())
