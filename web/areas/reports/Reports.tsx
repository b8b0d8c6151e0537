import '../../ui/report/report.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page, Panel } from '../../ui/page/Page.tsx'
import { reportList } from './report-list.ts'
import { ScheduledEmails } from './ScheduledEmails.tsx'

/** Every report, with what it answers. */
export default function Reports() {
  const { data } = useQuery({ ...api.getAccount.query(), staleTime: 60_000 })
  const open = reportList.filter(({ access }) => data && mayOpen(access, data.role))
  return (
    <Page title="Reports" answer="Choose a report. Each one can be printed and exported.">
      <Panel title="All reports">
        <dl className="reports">
          {open.map(({ title, page, purpose }) => (
            <div key={page}>
              <dt>
                <Link to={links.report(page)} className="link">
                  {title}
                </Link>
              </dt>
              <dd>{purpose}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <ScheduledEmails />
    </Page>
  )
}

const mayOpen = (access: 'staff' | 'money', role: Role): boolean =>
  (mayCall[access] as readonly Role[]).includes(role)
