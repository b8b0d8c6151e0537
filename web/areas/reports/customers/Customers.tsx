import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { Empty, Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { MailReport } from '../../../ui/report/mail/MailReport.tsx'
import { Affiliates } from './Affiliates.tsx'
import { ChurnedUsers } from './ChurnedUsers.tsx'
import { StatusChanges } from './StatusChanges.tsx'

const tabs = { churned: 'Churned users', status: 'Status change', affiliates: 'Affiliates' } as const
type Tab = keyof typeof tabs
const tabNames = Object.keys(tabs) as [Tab, ...Tab[]]
const url = z.object({ of: z.enum(tabNames).optional().catch(undefined) })
const moneyRoles: readonly Role[] = mayCall.money

/** What became of vendors: who stopped paying, whose status changed, and whom affiliates brought. */
export default function Customers() {
  const [{ of: chosenTab }] = useUrl(url)
  const navigate = useNavigate()
  const { data } = useQuery({ ...api.getAccount.query(), staleTime: 60_000 })
  const seesMoney = data && moneyRoles.includes(data.role)
  const openTab = chosenTab ?? (data && !seesMoney ? 'status' : 'churned')
  const parts: Record<Tab, () => ReactNode> = {
    churned: () => (seesMoney ? <ChurnedUsers /> : <MoneyHidden />),
    status: () => <StatusChanges seesMoney={seesMoney === true} />,
    affiliates: () => (seesMoney ? <Affiliates /> : <MoneyHidden />),
  }
  return (
    <Page
      title="Customers"
      trail={[['Reports', links.reports()]]}
      actions={
        data && (openTab === 'status' || seesMoney) && <MailReport report="customers" tab={['of', openTab]} />
      }
    >
      <Tabs
        value={openTab}
        keepMounted={false}
        onChange={(tab) => void navigate({ href: links.report('customers', { of: tab ?? undefined }) })}
      >
        <Tabs.List className="no-print">
          {tabNames.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabNames.map((tab) => (
          <Tabs.Panel key={tab} value={tab} pt="md">
            {tab === openTab && data && parts[tab]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

const MoneyHidden = () => (
  <Empty>This part shows money. It is open to finance, account managers and admins.</Empty>
)
