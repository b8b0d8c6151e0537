import '../../ui/report/report.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { maySeeReport, reports, type ReportName } from '#contract/reports/names.ts'
import { mayCall, type Role } from '#contract/roles.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { Page, Panel } from '../../ui/page/Page.tsx'
import { ReportExports } from './exports/ReportExports.tsx'
import { reportPurposes } from './report-list.ts'
import { ScheduledEmails } from './ScheduledEmails.tsx'

/** Every report, with what it answers, and every file. */
export default function Reports() {
  const { data } = useQuery({ ...api.getAccount.query(), staleTime: 60_000 })
  const isOpen = (access: 'staff' | 'money') => data !== undefined && mayOpen(access, data.role)
  const open = (Object.keys(reportPurposes) as ReportName[]).filter(
    (page) => data !== undefined && maySeeReport(data.role, page),
  )
  return (
    <Page title="Reports" answer="Choose a report, or export one as a file.">
      <Panel title="All reports">
        <dl className="reports">
          {open.map((page) => (
            <div key={page}>
              <dt>
                <Link to={links.report(page)} className="link">
                  {reports[page].title}
                </Link>
              </dt>
              <dd>{reportPurposes[page]}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {data && <ReportExports mayOpen={isOpen} />}
      <ScheduledEmails />
    </Page>
  )
}

const mayOpen = (access: 'staff' | 'money', role: Role): boolean =>
  (mayCall[access] as readonly Role[]).includes(role)
