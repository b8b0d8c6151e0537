import { Group, Progress, SimpleGrid, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { jobThresholds, type JobCategory } from '#contract/jobs/types.ts'
import type { api } from '../../api.ts'
import { Panel } from '../../ui/Page.tsx'
import { duration } from '../../ui/time.ts'
import { colours, labels } from './job-values.tsx'

type Summary = Awaited<ReturnType<typeof api.getJobSummary>>
const measures = [
  ['average_queued', 'Average queued'],
  ['longest_queued', 'Longest queued'],
  ['average_executing', 'Average executing'],
  ['longest_executing', 'Longest executing'],
] as const

/**
 * vCPUs in use by category as one bar, and the times against their thresholds: green when the threshold is
 * at least the value.
 */
export function Capacity({ summary, only }: { summary: Summary | undefined; only?: JobCategory }) {
  const shown = summary?.categories.filter((c) => !only || c.category === only)
  const used = summary?.vcpus_in_use ?? 0
  const capacity = summary?.capacity ?? 1
  return (
    <Panel title={`Capacity: ${summary ? `${used} of ${capacity} vCPUs in use` : '…'}`}>
      <Progress.Root size="xl" mb="md" aria-label="vCPUs in use">
        {summary?.categories.map((c) => (
          <Progress.Section
            key={c.category}
            value={(c.vcpus / capacity) * 100}
            color={colours[c.category]}
            aria-label={`${labels[c.category]}: ${c.vcpus} vCPUs`}
          />
        ))}
      </Progress.Root>
      <SimpleGrid cols={only ? 1 : { base: 1, sm: 2, lg: 4 }} maw={only ? 320 : undefined}>
        {shown?.map((c) => (
          <div key={c.category}>
            <Group gap={6}>
              <span
                aria-hidden
                style={{ width: 10, height: 10, borderRadius: 3, background: colours[c.category] }}
              />
              <Text fw={650}>{labels[c.category]}</Text>
            </Group>
            <Text size="sm">
              {c.executing} executing, {c.queued} queued
            </Text>
            {measures.map(([key, label]) => {
              const green = jobThresholds[key] >= c[key]
              return (
                <Group key={key} gap={6} justify="space-between">
                  <Text size="xs" c="dimmed">
                    {label}
                  </Text>
                  <Tooltip label={`Threshold ${duration(jobThresholds[key] * 60)}`}>
                    <span className={`status tone-${green ? 'good' : 'bad'}`} style={{ fontSize: 12 }}>
                      {green ? (
                        <IconCheck size={12} aria-label="within the threshold" />
                      ) : (
                        <IconX size={12} aria-label="over the threshold" />
                      )}
                      {c[key] === 0 ? '0' : duration(c[key] * 60)}
                    </span>
                  </Tooltip>
                </Group>
              )
            })}
          </div>
        ))}
      </SimpleGrid>
    </Panel>
  )
}
