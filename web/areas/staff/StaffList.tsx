import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { roleNames, staffRoles } from '#contract/staff/roles.ts'
import { hasSecondStep, type StaffLogin } from '#contract/staff/staff.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { FilterBox } from '../../ui/FilterBox.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { Filter } from '../../ui/table/filter/filter.ts'
import { Filters } from '../../ui/table/filter/Filters.tsx'
import { count } from '../../ui/values.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteStaff } from './InviteStaff.tsx'
import { staffColumns } from './staff-columns.tsx'
import { StaffActModal, type StaffAct } from './StaffActs.tsx'
import { TwoStepRule } from './TwoStepRule.tsx'

const url = z.object({
  search: z.string().max(200).catch('').default(''),
  role: z.enum(staffRoles).optional().catch(undefined),
  status: z.enum(['active', 'disabled']).optional().catch(undefined),
  two_step: z.enum(['on', 'off']).optional().catch(undefined),
})
type View = z.output<typeof url>

const filters: readonly Filter[] = [
  {
    key: 'role',
    label: 'Role',
    kind: 'choice',
    options: staffRoles.map((value) => ({ value, label: roleNames[value] })),
  },
  {
    key: 'status',
    label: 'Status',
    kind: 'choice',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'disabled', label: 'Disabled' },
    ],
  },
  {
    key: 'two_step',
    label: 'Two-step sign-in',
    kind: 'choice',
    options: [
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
    ],
  },
]

const matches = (login: StaffLogin, { search, role, status, two_step }: View) =>
  [login.name, login.email].some((text) => text.toLowerCase().includes(search.trim().toLowerCase())) &&
  (role === undefined || login.role === role) &&
  (status === undefined || (status === 'active') === (login.disabled_tm === null)) &&
  (two_step === undefined || (two_step === 'on') === hasSecondStep(login))

/** Who may sign in as staff, and as what. */
export default function StaffList() {
  const [view, set] = useUrl(url)
  const [inviting, setInviting] = useState(false)
  const [acting, setActing] = useState<{ login: StaffLogin; act: StaffAct }>()
  const { data, error, isFetching, refetch } = useQuery(api.listStaff.query())
  const staff = data?.staff
  const rows = staff?.filter((login) => matches(login, view))
  const isFiltered = rows?.length !== staff?.length
  const activeAdmins = staff?.filter(({ role, disabled_tm }) => role === 'admin' && disabled_tm === null)
  return (
    <Page
      title="Staff"
      count={staff && count(staff.length)}
      actions={
        <>
          <Button variant="default" component={Link} to={links.staffActivity()}>
            Activity
          </Button>
          <Button onClick={() => setInviting(true)}>Invite staff…</Button>
        </>
      }
    >
      <DataTable
        label="Staff"
        bar={
          <>
            <FilterBox
              label="Search staff"
              placeholder="Name or email"
              value={view.search}
              set={(search) => set({ search }, { replace: true })}
            />
            <Filters
              filters={filters}
              values={{ role: view.role, status: view.status, two_step: view.two_step }}
              set={set}
            />
          </>
        }
        exportSource={(visibleRows) => ({
          list: 'staff',
          input: { ids: visibleRows.map((login) => login.login_id) },
        })}
        columns={staffColumns(activeAdmins?.length ?? 0, (login, act) => setActing({ login, act }))}
        rows={rows}
        id={(login) => login.login_id}
        fetching={isFetching}
        error={error}
        retry={() => void refetch()}
        empty={isFiltered ? 'No staff match these filters.' : 'No staff yet.'}
        emptyAct={
          isFiltered && (
            <Button
              variant="default"
              onClick={() =>
                set({ search: undefined, role: undefined, status: undefined, two_step: undefined })
              }
            >
              Show all staff
            </Button>
          )
        }
      />
      {data && <TwoStepRule staff={data.staff} />}
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      {inviting && <InviteStaff close={() => setInviting(false)} />}
      {acting && <StaffActModal {...acting} close={() => setActing(undefined)} />}
    </Page>
  )
}
