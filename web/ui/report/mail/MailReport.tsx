import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { MailedReport } from '#contract/reports/mails.ts'

// loaded when an email is set up
const MailForm = lazy(() => import('./MailForm.tsx'))

/** Emails the report, with the filters in its address, by a schedule. */
export function MailReport({ report }: { report: MailedReport }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" className="no-print" onClick={() => setIsOpen(true)}>
        Email this report…
      </Button>
      {isOpen && (
        <Suspense>
          <MailForm report={report} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
