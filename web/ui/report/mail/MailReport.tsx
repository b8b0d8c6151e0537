import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { z } from 'zod'
import type { MailedReport } from '#contract/reports/mails.ts'
import { api } from '../../../api.ts'
import { useUrl } from '../../page/useUrl.ts'
import { filtersInAddress } from '../filter-texts.ts'

// loaded when an email is set up
const MailForm = lazy(() => import('./MailForm.tsx'))
const scheduleId = z.coerce.number().int().positive().optional().catch(undefined)
// the email by whose link it was opened, and the schedule whose filters are edited
const url = z.object({ emailed: scheduleId, schedule: scheduleId })

/** Emails the report, with the filters in its address, by a schedule; or edits a schedule’s filters. */
export function MailReport({
  report,
  tab,
}: {
  report: MailedReport
  /** The parameter of the shown tab, which the address may leave out. */
  tab?: readonly [key: string, value: string]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [{ emailed, schedule }, set] = useUrl(url)
  const { data: mails } = useQuery({ ...api.listReportMails.query(), enabled: schedule !== undefined })
  const mail = mails?.find(
    (row) => row.report_mail_id === schedule && row.report === report && row.may_change,
  )
  useEffect(() => {
    if (emailed === undefined) return
    // whether it is counted changes nothing here
    void api.openReportMail({ params: { id: emailed } }).catch(() => undefined)
    set({ emailed: undefined }, { replace: true })
  }, [emailed, set])
  return (
    <>
      <Button variant="default" className="no-print" onClick={() => setIsOpen(true)}>
        {mail ? `Save filters of “${mail.name}”…` : 'Email this report…'}
      </Button>
      {isOpen && (
        <Suspense>
          <MailForm
            report={report}
            mail={mail}
            search={filtersInAddress(tab)}
            after={() => set({ schedule: undefined }, { replace: true })}
            close={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
