import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownRequest, type MoneyApproval } from '#contract/approvals/acts.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { Ago, Status } from '../../ui/values.tsx'
import { askedText, MovedBefore } from './acts/Decide.tsx'

interface WaitingProps {
  disabledReason: string | undefined
  /** Shows the vendor's name. */
  withVendor?: boolean
  approve: (approval: MoneyApproval) => void
  refuse: (approval: MoneyApproval) => void
}

/** Requests that need approval by a second person. */
export function Waiting({ approvals, ...props }: WaitingProps & { approvals: readonly MoneyApproval[] }) {
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  const adminReason = account?.role === 'admin' ? undefined : 'Another admin must approve it'
  return (
    <Panel title="Needs approval">
      <Stack gap="xs">
        {approvals.map((approval) => (
          <WaitingRequest
            key={approval.money_approval_id}
            approval={approval}
            {...props}
            disabledReason={
              props.disabledReason ?? (approval.act === 'approval_limit' ? adminReason : undefined)
            }
          />
        ))}
      </Stack>
    </Panel>
  )
}

const WaitingRequest = ({
  approval,
  disabledReason,
  withVendor = false,
  approve,
  refuse,
}: WaitingProps & { approval: MoneyApproval }) => {
  const againstApproving = disabledReason ?? approval.role_given ?? undefined
  return (
    <Group justify="space-between" gap="xs">
      <Box flex="1 1 14rem">
        <Status tone="wait" icon={IconClock}>
          {askedText(approval)}
        </Status>
        <Text size="sm">
          {withVendor && approval.vendor_id !== null && (
            <>
              <Link className="link" to={links.vendor(approval.vendor_id, 'billing_history')}>
                {approval.company}
              </Link>
              {': '}
            </>
          )}
          {approval.text}
          <span className="faint">
            {' '}
            {approval.own ? 'you' : approval.asked_by_name}, <Ago tm={approval.insert_tm} />
          </span>
        </Text>
        <MovedBefore approval={approval} />
        {approval.requester_left && (
          <Text size="sm" c="dimmed">
            {approval.asked_by_name} can no longer request payments. This request can only be rejected.
          </Text>
        )}
        {approval.own && !approval.is_request && (
          <Text size="sm" c="dimmed">
            {ownRequest(approval.act)}.
          </Text>
        )}
      </Box>
      <Group gap="xs">
        {!approval.own && !approval.requester_left && (
          <Button
            size="xs"
            disabled={againstApproving !== undefined}
            title={againstApproving}
            onClick={() => approve(approval)}
          >
            Approve…
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          // whoever asked may take it back, whatever their role
          disabled={!approval.own && disabledReason !== undefined}
          title={approval.own ? undefined : disabledReason}
          onClick={() => refuse(approval)}
        >
          {approval.own ? 'Withdraw…' : 'Reject…'}
        </Button>
      </Group>
    </Group>
  )
}
