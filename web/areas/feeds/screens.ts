import { defineScreens } from '../../ui/screen.ts'

export const feedScreens = defineScreens([
  {
    state: 'feeds.run',
    path: '/feed-runs/$feed_run_id',
    title: 'Feed Run',
    access: 'staff',
    load: () => import('./run/RunPage.tsx'),
  },
  {
    state: 'suppliers.stats_compare',
    path: '/suppliers/view/$id/stats/compare',
    title: 'Compare',
    access: 'staff',
    load: () => import('./compare/CompareRuns.tsx'),
  },
])
