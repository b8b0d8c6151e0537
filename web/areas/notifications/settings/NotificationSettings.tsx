import { Tabs } from '@mantine/core'
import { z } from 'zod'
import { links } from '../../../links.ts'
import { Page } from '../../../ui/page/Page.tsx'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { DeliveryList } from './DeliveryList.tsx'
import { EndpointList } from './EndpointList.tsx'
import { MyHours } from './MyHours.tsx'
import { NoiseList } from './NoiseList.tsx'
import { RuleList } from './RuleList.tsx'
import { SilenceList } from './SilenceList.tsx'
import { TurnList } from './TurnList.tsx'

const parts = {
  rules: { title: 'Rules', Part: RuleList },
  hours: { title: 'My hours', Part: MyHours },
  'on-call': { title: 'On call', Part: TurnList },
  silences: { title: 'Silences', Part: SilenceList },
  webhooks: { title: 'Webhooks', Part: EndpointList },
  messages: { title: 'Messages', Part: DeliveryList },
  noise: { title: 'Noise', Part: NoiseList },
} as const
type PartName = keyof typeof parts
const names = Object.keys(parts) as [PartName]
const url = z.object({ of: z.enum(names).catch('rules').default('rules') })

/** Who is notified of what, when and how. */
export default function NotificationSettings() {
  const [{ of: open }, set] = useUrl(url)
  const { Part } = parts[open]
  return (
    <Page title="Notification Settings" trail={[['Notifications', links.notifications()]]}>
      <Tabs value={open} onChange={(name) => set({ of: name === 'rules' ? undefined : (name ?? undefined) })}>
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {parts[name].title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={open} pt="md">
          <Part />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
