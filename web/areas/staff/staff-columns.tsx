import { Button, Group, Tooltip } from '@mantine/core'
import { IconBan, IconCheck, IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { roleNames } from '#contract/staff/roles.ts'
import { hasSecondStep, secondStepOf, type StaffLogin } from '#contract/staff/staff.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { Ago, count, Day, Email, Status } from '../../ui/values.tsx'
import type { StaffAct } from './StaffActs.tsx'

type Begin = (login: StaffLogin, act: StaffAct) => void

const statusOf = ({ disabled_tm, disabled_by_name, disabled_reason }: StaffLogin) =>
  disabled_tm === null ? (
    <Status tone="good" icon={IconCheck}>
      Active
    </Status>
  ) : (
    <Tooltip label={`By ${disabled_by_name}: ${disabled_reason}`} multiline maw={320}>
      <span tabIndex={0}>
        <Status tone="off" icon={IconBan}>
          Disabled
        </Status>
      </span>
    </Tooltip>
  )

const twoStepOf = (login: StaffLogin) =>
  hasSecondStep(login) ? (
    <Status tone="good" icon={IconShieldCheck}>
      {secondStepOf(login)}
    </Status>
  ) : (
    <Status tone="off" icon={IconShieldOff}>
      Off
    </Status>
  )

/** Why a login’s role can’t be changed and it can’t be disabled; the server refuses the same. */
function reasonAgainst({ own, role, disabled_tm }: StaffLogin, activeAdmins: number): string | undefined {
  if (own) return 'Only another admin can change your login'
  if (role === 'admin' && disabled_tm === null && activeAdmins < 2) return 'This is the last active admin'
  return undefined
}

function Acts({ login, activeAdmins, begin }: { login: StaffLogin; activeAdmins: number; begin: Begin }) {
  const against = reasonAgainst(login, activeAdmins)
  const isDisabled = login.disabled_tm !== null
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        disabled={against !== undefined}
        title={against}
        aria-label={`Role… of ${login.name}`}
        onClick={() => begin(login, 'role')}
      >
        Role…
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={against !== undefined}
        title={against}
        aria-label={`${isDisabled ? 'Enable…' : 'Disable…'} ${login.name}`}
        onClick={() => begin(login, isDisabled ? 'enable' : 'disable')}
      >
        {isDisabled ? 'Enable…' : 'Disable…'}
      </Button>
    </Group>
  )
}

export const staffColumns = (activeAdmins: number, begin: Begin): readonly Column<StaffLogin>[] => [
  {
    key: 'name',
    header: 'Name',
    sortValue: (login) => login.name.toLowerCase(),
    cell: (login) => (
      <>
        <span className="name">{login.name}</span>
        {login.own && <span className="faint"> (you)</span>}
      </>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    leaves: 3,
    sortValue: (login) => login.email.toLowerCase(),
    wrap: true,
    cell: (login) => <Email address={login.email} />,
  },
  {
    key: 'role',
    header: 'Role',
    leaves: 0,
    sortValue: (login) => roleNames[login.role],
    cell: (login) => roleNames[login.role],
  },
  {
    key: 'status',
    header: 'Status',
    leaves: 1,
    sortValue: (login) => Number(login.disabled_tm !== null),
    cell: statusOf,
  },
  {
    key: 'two_step',
    header: 'Two-step sign-in',
    leaves: 4,
    sortValue: secondStepOf,
    cell: twoStepOf,
  },
  {
    key: 'last_use',
    header: 'Last active',
    leaves: 2,
    sortValue: (login) => login.last_use_tm,
    cell: (login) => <Ago tm={login.last_use_tm} />,
  },
  {
    key: 'sessions',
    header: 'Open sessions',
    numeric: true,
    leaves: 5,
    sortValue: (login) => login.sessions,
    cell: (login) => count(login.sessions),
  },
  {
    key: 'added',
    header: 'Added',
    leaves: 6,
    sortValue: (login) => login.insert_tm,
    cell: (login) => <Day tm={login.insert_tm} />,
  },
  {
    key: 'act',
    header: 'Actions',
    leaves: 0,
    width: 160,
    cell: (login) => <Acts login={login} activeAdmins={activeAdmins} begin={begin} />,
  },
]
