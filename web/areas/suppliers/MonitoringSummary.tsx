import { Button, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MonitoredCustomFeed, MonitoredSupplier } from '#contract/feeds/monitoring.ts'
import { links } from '../../links.ts'
import { Empty } from '../../ui/Page.tsx'
import { Ago, count } from '../../ui/values.tsx'
import { idOf, standing, StandingSign, type Monitored, type Standing } from './standing.tsx'

const kinds: readonly [Standing, string, string][] = [
  ['fresh', 'Fresh', 'good'],
  ['late', 'Late', 'wait'],
  ['held', 'Held', 'wait'],
  ['failing', 'Failing', 'bad'],
]

/** How many are fresh, late, held, failing; and what needs a person now, as cards with the act on them. */
export function MonitoringSummary({ data }: { data: { suppliers: MonitoredSupplier[]; custom_feeds: MonitoredCustomFeed[] } | undefined }) {
  if (!data) return <Skeleton height={240} />
  const all: Monitored[] = [...data.suppliers, ...data.custom_feeds].filter((m) => !m.hidden_from_report)
  const needing = all.filter((m) => standing(m) !== 'fresh').sort((a, b) => (standing(a) === 'held' ? 0 : 1) - (standing(b) === 'held' ? 0 : 1))
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {kinds.map(([kind, label, tone]) => (
          <div key={kind} className={`panel tone-${tone}`}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fz="2rem" fw={700} style={{ color: 'var(--tone)', fontVariantNumeric: 'tabular-nums' }}>
              {count(all.filter((m) => standing(m) === kind).length)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Title order={2}>Needs a person now</Title>
      {needing.length === 0 ? (
        <Empty>Nothing does: every feed is fresh.</Empty>
      ) : (
        <div className="cards">
          {needing.map((m) => (
            <div key={`${'email' in m}-${idOf(m)}`} className="panel">
              <Group justify="space-between" wrap="nowrap">
                <Text fw={650} truncate>
                  {m.supplier}
                </Text>
                <StandingSign of={m} />
              </Group>
              <Text size="sm" c="dimmed" lineClamp={3} my={6}>
                {m.last_reason ?? 'No good run for longer than allowed.'}
              </Text>
              <Group justify="space-between">
                <Text size="xs" c="dimmed">
                  <Ago tm={m.last_run} />
                </Text>
                <Button
                  size="compact-xs"
                  component={Link}
                  to={
                    m.held_run_id ? links.feedRun(m.held_run_id) : m.last_run_id ? links.feedRun(m.last_run_id) : links.supplier(m.dropshipper_id, 'monitoring')
                  }
                  variant={m.held_run_id ? 'filled' : 'default'}
                >
                  {m.held_run_id ? 'Decide' : 'See why'}
                </Button>
              </Group>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
