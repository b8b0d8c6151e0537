import '../../ui/report/report.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page, Panel } from '../../ui/page/Page.tsx'
import { ReportExports } from './exports/ReportExports.tsx'
import { reportList } from './report-list.ts'

/** Every report, with what it answers, and every file. */
export default function Reports() {
  const { data } = useQuery({ ...api.getAccount.query(), staleTime: 60_000 })
  const isOpen = (access: 'staff' | 'money') => data !== undefined && mayOpen(access, data.role)
  const open = reportList.filter(({ access }) => isOpen(access))
  return (
    <Page title="Reports" answer="Choose a report, or export one as a file.">
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
      {data && <ReportExports mayOpen={isOpen} />}
    </Page>
  )
}

const mayOpen = (access: 'staff' | 'money', role: Role): boolean =>
  (mayCall[access] as readonly Role[]).includes(role)
