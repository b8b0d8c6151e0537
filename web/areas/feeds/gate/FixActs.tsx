import { Button, Group } from '@mantine/core'
import { IconColumns, IconRefresh } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { productFields, type ProductField } from '#contract/feeds/settings.ts'
import type { Feed } from '#contract/feeds/feeds.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { midSentence } from '#contract/words.ts'
import { api } from '../../../api.ts'
import { links } from '../../../links.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { fixesOf, hasPlaceholders, mappedTo, rulesWith } from './fixes.ts'

const labelOf = (field: string) => midSentence(productFields[field as ProductField].label)

/** The acts that fix a held run: the mapping or a rule is changed, and the feed runs again. */
export const FixActs = ({ run }: { run: FeedRun }) => (
  <Group gap="xs" mt="sm">
    {fixesOf(run).map((fix) =>
      fix.column === null ? (
        <Button
          key={fix.field}
          component={Link}
          to={links.feedSettings(run, `field-${fix.field}`)}
          variant="default"
          leftSection={<IconColumns size={15} />}
        >
          Map a {labelOf(fix.field)} column
        </Button>
      ) : (
        <RunChanged
          key={fix.field}
          run={run}
          change={({ mapping, rules }) => ({ mapping: mappedTo(mapping, fix), rules: rulesWith(rules, fix) })}
        >
          {fix.decimals
            ? `Read “${fix.decimals.value}” as ${fix.decimals.read}`
            : `Use “${fix.column}” for the ${labelOf(fix.field)}`}
        </RunChanged>
      ),
    )}
    {hasPlaceholders(run) && (
      <RunChanged
        run={run}
        change={({ rules, ...settings }) => ({
          ...settings,
          rules: { ...rules, placeholder_row: 'leave_out' },
        })}
      >
        Leave out placeholder rows
      </RunChanged>
    )}
  </Group>
)

type Settings = Pick<Feed, 'mapping' | 'rules'>

/** Saves changed settings and runs the feed again. */
function RunChanged({
  run,
  change,
  children,
}: {
  run: FeedRun
  change: (settings: Settings) => Settings
  children: ReactNode
}) {
  const navigate = useNavigate()
  const params = { feed_id: run.feed_id }
  const { act, busy } = useAct({
    run: async () => {
      const { source, format, mapping, rules, one_time_threshold_percent, version } = await api.getFeed({
        params,
      })
      const body = { source, format, ...change({ mapping, rules }), one_time_threshold_percent, version }
      await api.saveFeed({ params, body })
      return api.startRun({ params, body: { dry: run.dry } })
    },
    after: ({ feed_run_id }) => navigate({ href: links.feedRun(feed_run_id) }),
  })
  const refusal = run.can.run_again
  return (
    <Button
      loading={busy}
      leftSection={<IconRefresh size={15} />}
      {...(refusal !== null && { 'data-disabled': true, title: refusal })}
      aria-disabled={refusal !== null}
      onClick={() => refusal === null && act()}
    >
      {children}
    </Button>
  )
}
