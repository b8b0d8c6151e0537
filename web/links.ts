/** Every address of the app as a function. */
export const links = {
  login: (next?: string) => (next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  accountDetails: () => '/account/details',
  vendorSearch: () => '/vendors/search',
  vendor: (vendorId: number) => `/vendors/view/${vendorId}`,
  suppliers: () => '/suppliers/',
  supplier: (id: number, page?: string) => (page ? `/suppliers/view/${id}/${page}` : `/suppliers/view/${id}`),
  compare: (id: number, first: number, second: number) => `/suppliers/view/${id}/stats/compare?stat1=${first}&stat2=${second}`,
  feedRun: (runId: number) => `/feed-runs/${runId}`,
  monitoring: (mode?: string) => `/dashboards/monitoring${mode ? `?mode=${mode}` : ''}`,
  jobDashboard: () => '/dashboards/dashboard',
  devMail: () => '/dev/mail',
} as const

/** Where a person lands after signing in (behaviour.md, People and permissions). */
export const landing = (role: string) => (role === 'customer' ? links.accountDetails() : links.vendorSearch())
