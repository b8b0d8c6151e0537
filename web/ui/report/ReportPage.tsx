import './report.css'
import { Alert, Group, Skeleton, Stack } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isMailedReport } from '#contract/reports/mails.ts'
import type { ReportName } from '#contract/reports/names.ts'
import { links } from '../../links.ts'
import { LoadError, Page } from '../page/Page.tsx'
import type { Step } from '../page/screen-name.ts'
import { faultsOf } from './faults.ts'
import { filterTexts } from './filter-texts.ts'
import { MailReport } from './mail/MailReport.tsx'

/** What a query says of a report. */
interface ReportQuery<Answer> {
  data: Answer | undefined
  error: Error | null
  refetch: () => unknown
}
/** A figure's name and how it is counted. */
export type Definition = readonly [name: string, text: string]
interface BodyProps<Answer> {
  query: ReportQuery<Answer>
  /** The period and the filters, all kept in the address. */
  controls?: ReactNode
  /** What is wrong with them, by field, before the server is asked. */
  faults?: Readonly<Record<string, string>> | undefined
  definitions: readonly Definition[]
  /** Said after the time zone, such as what the figures are compared with. */
  note?: (data: Answer) => ReactNode
  children: (data: Answer) => ReactNode
}

const reportTrail: readonly Step[] = [['Reports', links.reports()]]

/** A report: its answer in a sentence, then the period, the chart, the table, and how the figures are counted. */
export function ReportPage<Answer>({
  title,
  report,
  answer,
  actions,
  trail = reportTrail,
  ...body
}: BodyProps<Answer> & {
  title: string
  /** Its page: a report with a list can be emailed. */
  report?: ReportName
  answer: (data: Answer) => ReactNode
  actions?: ReactNode
  trail?: readonly Step[]
}) {
  const { data, error } = body.query
  const isShown = data !== undefined && !error && !hasFaults(body.faults)
  return (
    <Page
      title={title}
      trail={trail}
      answer={isShown ? answer(data) : undefined}
      answerLines={2}
      actions={
        report && isMailedReport(report) ? (
          <>
            {actions}
            <MailReport report={report} />
          </>
        ) : (
          actions
        )
      }
    >
      <ReportBody {...body} />
    </Page>
  )
}

const hasFaults = (faults: Readonly<Record<string, string>> | undefined) =>
  faults !== undefined && Object.keys(faults).length > 0

/** What the controls say, on paper, where they are left out. */
function PrintedFilters() {
  const { searchStr } = useLocation()
  const texts = filterTexts(searchStr)
  return texts.length === 0 ? null : <p className="quiet print-only">{texts.join('. ')}.</p>
}

/** A report below its title. */
export function ReportBody<Answer>({
  query: { data, error, refetch },
  controls,
  faults = {},
  definitions,
  note,
  children,
}: BodyProps<Answer>) {
  const texts = Object.values(hasFaults(faults) ? faults : faultsOf(error))
  const isShown = data !== undefined && !error && texts.length === 0
  return (
    <Stack className="report">
      {controls && (
        <Group align="flex-end" gap="sm" className="no-print">
          {controls}
        </Group>
      )}
      {texts.map((text) => (
        <Alert key={text} color="red" role="alert">
          {text}
        </Alert>
      ))}
      {error && texts.length === 0 && <LoadError error={error} retry={() => void refetch()} />}
      {data === undefined && !error && texts.length === 0 && <Skeleton height={420} />}
      {isShown && (
        <>
          <p className="quiet">
            Days are in UTC.
            {note && <> {note(data)}</>}
          </p>
          <PrintedFilters />
          {children(data)}
          <details className="counted">
            <summary>How this is counted</summary>
            <dl>
              {definitions.map(([name, text]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
        </>
      )}
    </Stack>
  )
}
