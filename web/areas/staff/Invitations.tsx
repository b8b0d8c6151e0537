import { Button, Group, Title } from '@mantine/core'
import { IconClock, IconClockOff } from '@tabler/icons-react'
import { useState } from 'react'
import { roleNames } from '#contract/staff/roles.ts'
import type { StaffInvitation } from '#contract/staff/staff.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Ago, Email, Status } from '../../ui/values.tsx'

/** Invitations that nobody has used yet. */
export function Invitations({ invitations }: { invitations: readonly StaffInvitation[] }) {
  const [withdrawing, setWithdrawing] = useState<StaffInvitation>()
  const { act: resend, busy } = useAct({
    run: ({ staff_invitation_id }: StaffInvitation) =>
      api.resendStaffInvitation({ params: { staff_invitation_id } }),
    doneText: (_, { email }) => `New link sent to ${email}`,
  })
  return (
    <section aria-labelledby="staff-invitations">
      <Title order={2} id="staff-invitations" mb="xs">
        Pending invitations
      </Title>
      <DataTable
        label="Pending invitations"
        columns={[
          ...columns,
          {
            key: 'act',
            header: 'Actions',
            leaves: 0,
            width: 190,
            cell: (invitation) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={busy}
                  aria-label={`Send again to ${invitation.email}`}
                  onClick={() => resend(invitation)}
                >
                  Send again
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Withdraw… invitation of ${invitation.email}`}
                  onClick={() => setWithdrawing(invitation)}
                >
                  Withdraw…
                </Button>
              </Group>
            ),
          },
        ]}
        rows={invitations}
        id={(invitation) => invitation.staff_invitation_id}
        empty="No pending invitations."
      />
      {withdrawing && (
        <ActModal
          title={`Withdraw the invitation of ${withdrawing.email}?`}
          act="Withdraw invitation"
          danger
          close={() => setWithdrawing(undefined)}
          run={() =>
            api.withdrawStaffInvitation({
              params: { staff_invitation_id: withdrawing.staff_invitation_id },
            })
          }
          doneText="Invitation withdrawn"
        >
          The emailed link stops working.
        </ActModal>
      )}
    </section>
  )
}

const columns: readonly Column<StaffInvitation>[] = [
  {
    key: 'email',
    header: 'Email',
    sortValue: (invitation) => invitation.email.toLowerCase(),
    wrap: true,
    cell: (invitation) => <Email address={invitation.email} />,
  },
  {
    key: 'role',
    header: 'Role',
    leaves: 1,
    sortValue: (invitation) => roleNames[invitation.role],
    cell: (invitation) => roleNames[invitation.role],
  },
  {
    key: 'status',
    header: 'Status',
    leaves: 2,
    sortValue: (invitation) => Number(invitation.expired),
    cell: (invitation) =>
      invitation.expired ? (
        <Status tone="off" icon={IconClockOff}>
          Expired
        </Status>
      ) : (
        <Status tone="wait" icon={IconClock}>
          Sent
        </Status>
      ),
  },
  {
    key: 'by',
    header: 'Invited by',
    leaves: 4,
    sortValue: (invitation) => invitation.invited_by_name.toLowerCase(),
    cell: (invitation) => invitation.invited_by_name,
  },
  {
    key: 'sent',
    header: 'Sent',
    leaves: 5,
    sortValue: (invitation) => invitation.insert_tm,
    cell: (invitation) => <Ago tm={invitation.insert_tm} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    leaves: 3,
    sortValue: (invitation) => invitation.expires_tm,
    cell: (invitation) => <Ago tm={invitation.expires_tm} />,
  },
]
