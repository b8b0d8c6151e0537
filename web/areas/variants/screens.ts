import { IconGitMerge } from '@tabler/icons-react'
import { defineScreens } from '../../ui/screen.ts'

export const variantScreens = defineScreens([
  {
    state: 'suppliers.mapping_report',
    path: '/suppliers/mapping-report',
    title: 'Variant Mapping',
    access: 'staff',
    load: () => import('./MappingReport.tsx'),
    nav: { group: 'Suppliers', icon: IconGitMerge, key: 'vm' },
    words: 'parents report',
  },
])
