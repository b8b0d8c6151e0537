import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleDuties, roleNames, staffRoles, type StaffRole } from '#contract/staff/roles.ts'
import type { StaffEffects, StaffLogin } from '#contract/staff/staff.ts'
import { api } from '../../api.ts'
import { ReasonModal } from '../../ui/act/ReasonModal.tsx'
import { EndingList } from './EndingList.tsx'

export type StaffAct = 'role' | 'disable' | 'enable'
interface OfLogin {
  login: StaffLogin
  close: () => void
}

/** The modal of an act on a staff login. */
export function StaffActModal({ act, ...of }: OfLogin & { act: StaffAct }) {
  if (act === 'role') return <ChangeRole {...of} />
  return act === 'disable' ? <Disable {...of} /> : <Enable {...of} />
}

function Disable({ login, close }: OfLogin) {
  const params = { login_id: login.login_id }
  const { data, error } = useWeighed(['disable', params], () => api.weighDisabling({ params }))
  return (
    <ReasonModal
      title={`Disable ${login.name}?`}
      act="Disable login"
      danger
      {...(!data && { missing: error ? 'Not possible' : 'Checking…' })}
      run={(reason) => api.disableStaff({ params, body: { reason } })}
      doneText={`${login.name}’s login disabled`}
      close={close}
    >
      <Text size="sm">
        {login.email} can’t sign in until an admin enables the login. Their history stays.
      </Text>
      <EndingList effects={data} error={error} />
    </ReasonModal>
  )
}

const Enable = ({ login, close }: OfLogin) => (
  <ReasonModal
    title={`Enable ${login.name}?`}
    act="Enable login"
    run={(reason) => api.enableStaff({ params: { login_id: login.login_id }, body: { reason } })}
    doneText={`${login.name}’s login enabled`}
    close={close}
  >
    <Text size="sm">
      {login.email} can sign in again as {roleNames[login.role]}, with the same password. Browsers that were
      signed in stay signed out.
    </Text>
  </ReasonModal>
)

function ChangeRole({ login, close }: OfLogin) {
  const params = { login_id: login.login_id }
  const [role, setRole] = useState<StaffRole>(login.role)
  const isChanged = role !== login.role
  const { data, error } = useWeighed(
    ['role', params, role],
    () => api.weighStaffRole({ params, query: { role } }),
    isChanged,
  )
  const notYet = isChanged ? (error ? 'Not possible' : 'Checking…') : 'Choose another role'
  return (
    <ReasonModal
      title={`Change the role of ${login.name}`}
      act="Change role"
      isChanged={isChanged}
      {...(!(isChanged && data) && { missing: notYet })}
      run={(reason) => api.changeStaffRole({ params, body: { role, reason } })}
      doneText={`${login.name} is now ${roleNames[role]}`}
      close={close}
    >
      <RoleChoice role={role} set={setRole} />
      {isChanged && <EndingList effects={data} error={error} />}
    </ReasonModal>
  )
}

/** What the act would end, weighed once: after the act the same question would be refused. */
const useWeighed = (key: readonly unknown[], weigh: () => Promise<StaffEffects>, enabled = true) =>
  useQuery({
    queryKey: ['weighed staff', ...key],
    queryFn: weigh,
    enabled,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })

/** The roles of staff, each with what it may do. */
export const RoleChoice = ({ role, set }: { role: StaffRole; set: (role: StaffRole) => void }) => (
  <Radio.Group label="Role" value={role} onChange={(value) => set(value as StaffRole)}>
    <Stack gap="xs" mt={4}>
      {staffRoles.map((value) => (
        <Radio key={value} value={value} label={roleNames[value]} description={roleDuties[value]} />
      ))}
    </Stack>
  </Radio.Group>
)
