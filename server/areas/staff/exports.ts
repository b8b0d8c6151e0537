import { roleNames } from '#contract/staff/roles.ts'
import { secondStepOf, type StaffLogin } from '#contract/staff/staff.ts'
import { atOnce, exportedList, inOrder } from '#server/platform/files/exported.ts'
import { readStaff } from './read.ts'

export const staffExports = [
  exportedList<'staff', StaffLogin>({
    list: 'staff',
    ...atOnce(async ({ db }, { ids }) => inOrder(await readStaff(db, null), ids, (s) => s.login_id)),
    values: {
      name: (s) => s.name,
      email: (s) => s.email,
      role: (s) => roleNames[s.role],
      status: (s) => (s.disabled_tm === null ? 'Active' : 'Disabled'),
      two_step: secondStepOf,
      last_use: (s) => s.last_use_tm,
      sessions: (s) => s.sessions,
      added: (s) => s.insert_tm,
      disabled: (s) => s.disabled_tm,
      disabled_by: (s) => s.disabled_by_name,
      reason: (s) => s.disabled_reason,
      id: (s) => s.login_id,
    },
  }),
]
