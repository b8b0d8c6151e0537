import { Link } from '@tanstack/react-router'
import { monthlyReports, type MonthlyReport } from '#contract/suppliers/kinds.ts'
import { links } from '../../../links.ts'
import { Empty } from '../../../ui/page/Page.tsx'

/** No supplier has this monthly report, and where to choose one. */
export const NoPartner = ({ report }: { report: MonthlyReport }) => (
  <Empty
    act={
      <Link to={links.suppliers()} className="link">
        Choose a supplier
      </Link>
    }
  >
    No supplier is the {monthlyReports[report].toLowerCase()} yet. Set Monthly report on the supplier’s Basic
    Info.
  </Empty>
)
