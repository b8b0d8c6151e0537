import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { givenRule, type GivenRule, type RulePreview as Preview } from '#contract/notifications/rules.ts'
import { api } from '../../../api.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { shortTime } from '../../../ui/time.ts'
import { count, many, Moment } from '../../../ui/values.tsx'

interface Body {
  notice_rule_id?: number
  team: boolean
  rule: GivenRule
}

/** What the rule would have sent in the last 7 days, while it is being typed. */
export function RulePreview({ body }: { body: Body }) {
  const [settled] = useDebouncedValue(body, 400)
  const isComplete = givenRule.safeParse({ ...settled.rule, name: settled.rule.name || 'Unnamed' }).success
  const { data, error, refetch } = useQuery({
    ...api.tryNoticeRule.query({
      body: { ...settled, rule: { ...settled.rule, name: settled.rule.name || 'Unnamed' } },
    }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  if (error) return <LoadError error={error} retry={() => void refetch()} />
  if (!isComplete || !data) return null
  return (
    <section aria-label="Last 7 days">
      <Stack gap="xs">
        <Text fw={600} size="sm">
          Last 7 days
        </Text>
        <Text size="sm">{answerOf(data)}</Text>
        {data.by_recipient.length > 0 && <Recipients preview={data} />}
        {data.examples.length > 0 && <Examples preview={data} />}
      </Stack>
    </section>
  )
}

/** The answer in a sentence: what would have been sent, and how much more that is. */
function answerOf({ seen, by_recipient, before, after, not_sent }: Preview): string {
  if (seen === 0)
    return 'Nothing that matches was reported in these 7 days, so it’s unknown how much this rule would send.'
  const messages = by_recipient.reduce((sum, row) => sum + row.at_once + row.digests, 0)
  const more = after.messages - before.messages
  const change =
    more === 0
      ? 'no change in total'
      : `${more > 0 ? '+' : '−'}${count(Math.abs(more))} in total with all rules`
  const left = [
    not_sent.ended > 0 && `${count(not_sent.ended)} resolved before they were sent`,
    not_sent.parent > 0 && `${count(not_sent.parent)} part of a larger problem`,
    not_sent.later > 0 && `${count(not_sent.later)} waiting for a later message`,
  ].filter(Boolean)
  return [
    `${many(seen, 'notification')} match. This rule would have sent ${many(messages, 'message')} (${change}).`,
    left.length > 0 && `Not sent: ${left.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const Recipients = ({ preview }: { preview: Preview }) => (
  <table className="table" aria-label="Messages by recipient">
    <thead>
      <tr>
        <th scope="col">To</th>
        <th scope="col">Immediate</th>
        <th scope="col">Summaries</th>
        <th scope="col">Notifications in them</th>
      </tr>
    </thead>
    <tbody>
      {preview.by_recipient.map((row) => (
        <tr key={row.name}>
          <td>{row.name}</td>
          <td>{count(row.at_once)}</td>
          <td>{count(row.digests)}</td>
          <td>{count(row.lines)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const mostExamples = 5
const Examples = ({ preview }: { preview: Preview }) => (
  <table className="table" aria-label="Newest messages">
    <thead>
      <tr>
        <th scope="col">When</th>
        <th scope="col">To</th>
        <th scope="col">Notification</th>
      </tr>
    </thead>
    <tbody>
      {preview.examples.slice(0, mostExamples).map((example, index) => (
        <tr key={index}>
          <td title={shortTime(example.due_tm)}>
            <Moment tm={example.due_tm} />
          </td>
          <td>{example.name}</td>
          <td className="wrap">{example.message}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
