import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoticeRule } from '#contract/notifications/rules.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { count, Status } from '../../../ui/values.tsx'
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react'
import { RuleForm } from './RuleForm.tsx'
import { recipientText, subjectText, wayText } from './rule-words.ts'

type Open =
  | { act: 'add'; team: boolean }
  | { act: 'change'; rule: NoticeRule }
  | { act: 'delete'; rule: NoticeRule }

const columns = (begin: (open: Open) => void): readonly Column<NoticeRule>[] => [
  { key: 'name', header: 'Rule', leaves: 0, cell: (rule) => <b>{rule.name}</b> },
  {
    key: 'owner',
    header: 'For',
    leaves: 2,
    cell: ({ owner_login_id }) => (owner_login_id === null ? 'The team' : 'You'),
  },
  { key: 'about', header: 'About', leaves: 0, wrap: true, cell: subjectText },
  { key: 'to', header: 'Notifies', leaves: 0, wrap: true, cell: recipientText },
  { key: 'how', header: 'How', leaves: 1, cell: wayText },
  {
    key: 'sent',
    header: 'Sent in 7 days',
    leaves: 1,
    numeric: true,
    cell: ({ sent_week }) => count(sent_week),
  },
  {
    key: 'state',
    header: 'Status',
    leaves: 0,
    cell: ({ active }) => (
      <Status tone={active ? 'good' : 'off'} icon={active ? IconCircleCheck : IconCircleOff}>
        {active ? 'On' : 'Off'}
      </Status>
    ),
  },
  {
    key: 'acts',
    header: 'Actions',
    leaves: 0,
    cell: (rule) =>
      rule.may_change && (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Change ${rule.name}`}
            onClick={() => begin({ act: 'change', rule })}
          >
            Change…
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={`Delete ${rule.name}`}
            onClick={() => begin({ act: 'delete', rule })}
          >
            Delete…
          </Button>
        </Group>
      ),
  },
]

/** Rules of the team and one's own: what notifies whom, and how. */
export function RuleList() {
  const [open, setOpen] = useState<Open>()
  const { data, error, isFetching, refetch } = useQuery(api.listNoticeRules.query())
  const close = () => setOpen(undefined)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={720}>
        All staff see every notification in the app. Rules also email people or call a webhook. If several
        rules match, each person gets one message.
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen({ act: 'add', team: false })}>
          Add rule for me…
        </Button>
        {data?.may_change_team && (
          <Button variant="default" onClick={() => setOpen({ act: 'add', team: true })}>
            Add rule for the team…
          </Button>
        )}
      </Group>
      <DataTable
        label="Rules"
        columns={columns(setOpen)}
        rows={data?.rules}
        id={(rule) => rule.notice_rule_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty="No rules. No one is emailed."
      />
      {data && open && open.act !== 'delete' && (
        <RuleForm
          rule={open.act === 'change' ? open.rule : undefined}
          isTeam={open.act === 'change' ? open.rule.owner_login_id === null : open.team}
          ownLogin={data.login_id}
          people={data.people}
          endpoints={data.endpoints}
          close={close}
        />
      )}
      {open?.act === 'delete' && (
        <ActModal
          title={`Delete rule ${open.rule.name}?`}
          act="Delete rule"
          danger
          run={() => api.deleteNoticeRule({ params: { notice_rule_id: open.rule.notice_rule_id } })}
          doneText="Rule deleted"
          close={close}
        >
          <Text size="sm">
            {recipientText(open.rule)} will no longer be notified by this rule. Messages already waiting are
            still sent.
          </Text>
        </ActModal>
      )}
    </Stack>
  )
}
