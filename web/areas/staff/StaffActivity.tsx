import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page } from '../../ui/page/Page.tsx'
import { useUrl } from '../../ui/page/useUrl.ts'
import { LogTable } from '../activity/public.tsx'

const url = z.object({
  person: z.coerce.number().int().positive().optional().catch(undefined),
  /** Of the log, which begins again for another person. */
  page: z.coerce.number().optional().catch(undefined),
})

/** What was done to staff logins and by whom, with their sign-ins. */
export default function StaffActivity() {
  const [{ person }, set] = useUrl(url)
  const { data } = useQuery(api.listStaff.query())
  const options = data?.staff.map(({ login_id, name, email }) => ({
    value: String(login_id),
    label: name === email ? email : `${name} (${email})`,
  }))
  return (
    <Page title="Staff activity" trail={[['Staff', links.staff()]]}>
      <LogTable
        before={
          <Select
            aria-label="Person"
            placeholder="Anyone"
            data={options ?? []}
            value={person === undefined ? null : String(person)}
            onChange={(id) => set({ person: id === null ? undefined : Number(id), page: undefined })}
            clearable
            searchable
            w={240}
          />
        }
        read={(filters) => api.getStaffLog.query({ body: { ...filters, login_id: person } })}
        exportSource={(filters) => ({ list: 'staff_activity', input: { ...filters, login_id: person } })}
      />
    </Page>
  )
}
