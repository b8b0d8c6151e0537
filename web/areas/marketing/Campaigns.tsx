import { Tabs } from '@mantine/core'
import { z } from 'zod'
import { Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { Affiliates } from './Affiliates.tsx'
import { CampaignLinks } from './CampaignLinks.tsx'
import { CampaignReport } from './CampaignReport.tsx'

const tabs = { report: 'Report', links: 'Campaign links', affiliates: 'Affiliates' } as const
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as [Tab, ...Tab[]]
const url = z.object({ of: z.enum(tabNames).catch('report').default('report') })
const parts: Record<Tab, () => React.ReactNode> = {
  report: () => <CampaignReport />,
  links: () => <CampaignLinks />,
  affiliates: () => <Affiliates />,
}

/** Where registrations come from, and what they pay. */
export default function Campaigns() {
  const [{ of: openTab }, set] = useUrl(url)
  return (
    <Page title="Marketing Campaigns">
      <Tabs
        value={openTab}
        onChange={(tab) => set({ of: tab === 'report' ? undefined : (tab ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabNames.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabNames.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            {tab === openTab && parts[tab]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
