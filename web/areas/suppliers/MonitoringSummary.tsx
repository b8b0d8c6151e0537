import { Button, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { inTrouble, standings } from '#contract/feeds/standing.ts'
import { links } from '../../links.ts'
import { Empty } from '../../ui/Page.tsx'
import { Ago, count, many } from '../../ui/values.tsx'
import { idOf, signs, StandingSign, type Monitored } from './standing.tsx'

/** How many feeds stand how; and what needs a person now, as cards with the act on them. */
export function MonitoringSummary({
  data,
}: {
  data: { suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] } | undefined
}) {
  if (!data) return <Skeleton height={240} />
  const all: Monitored[] = [...data.suppliers, ...data.custom_feeds].filter((m) => !m.hidden_from_report)
  const custom = all.filter((m) => 'email' in m).length
  const needing = standings.filter(inTrouble).flatMap((s) => all.filter((m) => m.standing === s))
  return (
    <>
      <Text size="sm" c="dimmed">
        {many(all.length, 'feed')}: {many(all.length - custom, 'supplier')} and {many(custom, 'custom feed')}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4, lg: 7 }}>
        {standings.map((s) => (
          <div key={s} className={`panel tone-${signs[s].tone}`}>
            <Text size="sm" c="dimmed">
              {signs[s].text}
            </Text>
            <Text fz="2rem" fw={700} style={{ color: 'var(--tone)', fontVariantNumeric: 'tabular-nums' }}>
              {count(all.filter((m) => m.standing === s).length)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Title order={2}>Needs a person now</Title>
      {needing.length === 0 ? (
        <Empty>Nothing does: no feed is in trouble.</Empty>
      ) : (
        <div className="cards">
          {needing.map((m) => (
            <TroubleCard key={`${'email' in m}-${idOf(m)}`} of={m} />
          ))}
        </div>
      )}
    </>
  )
}

function TroubleCard({ of }: { of: Monitored }) {
  const run = of.held_run_id ?? of.last_run_id
  return (
    <div className="panel">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={650} truncate>
          {of.supplier}
        </Text>
        <StandingSign of={of} />
      </Group>
      {'email' in of && (
        <Text size="xs" c="dimmed" truncate>
          Custom feed of {of.email}
        </Text>
      )}
      <Text size="sm" c="dimmed" lineClamp={3} my={6}>
        {of.standing_reason}
      </Text>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          Last run <Ago tm={of.last_run} />
        </Text>
        <Button
          size="compact-xs"
          component={Link}
          to={run ? links.feedRun(run) : links.supplier(of.dropshipper_id, 'monitoring')}
          variant={of.held_run_id ? 'filled' : 'default'}
        >
          {of.held_run_id ? 'Decide' : 'See why'}
        </Button>
      </Group>
    </div>
  )
}
