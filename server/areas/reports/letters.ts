import { reports } from '#contract/reports/names.ts'
import type { MailedReport } from '#contract/reports/mails.ts'
import { many } from '#contract/words.ts'
import type { Content, Part } from '#server/platform/mail/letter.ts'
import { figureText, type MailFigure } from './mails/readings.ts'

interface MailedReading {
  report_mail_id: number
  report: MailedReport
  name: string
  search: string
  answer: string
  figures: readonly MailFigure[]
  /** What the numbers are compared with. */
  before: string | null
  filter: string
  /** Sent although its figures weren't up to date. */
  isLate: boolean
  attached: readonly string[]
  /** Files that are too large for an email. */
  linked: readonly { name: string; url: string }[]
  /** The first rows of the report. */
  table: { head: readonly string[]; rows: readonly (readonly string[])[] }
  /** Of all rows. */
  total: number
  /** When it was made, in the receiver’s zone. */
  made: string
  /** Stops the receiver’s copy; null: the receiver opens these emails. */
  stopUrl: string | null
}
/** The report with its filters; the last parameter says by which email it was opened. */
const reportUrl = ({ report_mail_id, report, search }: MailedReading) =>
  `/reports/${report}?${search && `${search}&`}emailed=${report_mail_id}`

/** A report by its schedule: the answer, its numbers, and a link to all of it. */
export function reportLetter(mailed: MailedReading): Content {
  const { figures, linked, attached } = mailed
  const changes = figures.some(({ before }) => before !== undefined)
  return {
    subject: `${reports[mailed.report].title}: ${mailed.answer.replace(/\.$/, '')}`,
    parts: [
      ...(mailed.isLate ? ['Some numbers were still being brought up to date when this was sent.'] : []),
      mailed.answer,
      {
        table: {
          head: changes ? ['', 'Now', 'Before', 'Change'] : ['', 'Now'],
          rows: figures.map((figure) => [
            figure.name,
            figureText(figure, figure.now),
            ...(changes
              ? [figure.before === undefined ? '' : figureText(figure, figure.before), changeText(figure)]
              : []),
          ]),
        },
      },
      [`${mailed.filter}. Days are in UTC.`, mailed.before].filter(Boolean).join(' '),
      ...(mailed.total > 0 ? [rowsText(mailed), { table: mailed.table }] : []),
      `Made ${mailed.made}.`,
      { action: `Open ${mailed.name}`, url: reportUrl(mailed) },
      ...(attached.length > 0 ? [`Attached: ${attached.join(', ')}.`] : []),
      ...linked.flatMap(({ name, url }): Part[] => [
        { action: `Download ${name}`, url },
        'The link works for 7 days, for you alone.',
      ]),
      ...(mailed.stopUrl === null
        ? []
        : [{ question: 'Still useful?', link: 'Stop this email', url: mailed.stopUrl }]),
    ],
  }
}
const rowsText = ({ table, total }: Pick<MailedReading, 'table' | 'total'>) =>
  total > table.rows.length
    ? `The first ${table.rows.length} of ${many(total, 'row')}:`
    : `${many(total, 'row')}:`

/** How a number moved: `+3.1%`; from nothing, by how much. */
export function changeText(figure: MailFigure): string {
  const { now, before } = figure
  if (before === undefined) return ''
  const by = Math.round((now - before) * 100) / 100
  if (by === 0) return 'no change'
  const sign = by > 0 ? '+' : '−'
  return before === 0
    ? `${sign}${figureText(figure, Math.abs(by))}`
    : `${sign}${Math.abs((by / before) * 100).toFixed(1)}%`
}

/** Tells the owner of a schedule who no longer gets it. */
export const lostReaderLetter = (
  { report, name }: Pick<MailedReading, 'report' | 'name'>,
  people: readonly string[],
  isStopped: boolean,
): Content => ({
  subject: `“${name}” is no longer emailed to ${people.join(', ')}`,
  parts: [
    `${people.join(', ')} may no longer see ${reports[report].title} and didn’t get this email.`,
    isStopped ? 'The schedule has no recipients left and was stopped.' : 'All other recipients got it.',
    { action: 'Open scheduled emails', url: '/reports/exports' },
  ],
})

/** Tells the owner of a schedule that its last recipient stopped it. */
export const stoppedCopyLetter = (name: string, person: string): Content => ({
  subject: `“${name}” is no longer emailed to ${person}`,
  parts: [
    `${person} stopped this email. The schedule has no recipients left and was stopped.`,
    { action: 'Open scheduled emails', url: '/reports/exports' },
  ],
})

const sample: MailedReading = {
  report_mail_id: 1,
  report: 'closed-deals',
  name: 'Deals of the quarter',
  search: '',
  answer: '$42,370.68 MRR added in 208 deals. 27 deals worth $8,357.65 lost since.',
  figures: [
    { name: 'MRR added', kind: 'money', now: 42370.68, before: 40112.5 },
    { name: 'Deals', kind: 'count', now: 208, before: 211 },
    { name: 'Lost since', kind: 'count', now: 27, before: 0 },
  ],
  before: 'Compared with 5/29/26 to 8/28/26.',
  filter: '8/29/26 to 11/29/26',
  isLate: false,
  attached: ['closed-deals_2026-11-29.pdf', 'closed-deals_2026-11-29.csv'],
  linked: [],
  table: {
    head: ['Day', 'Vendor', 'Kind', 'MRR added', 'Owner'],
    rows: [
      ['11/28/26', 'Northern Supply', 'New', '$299.00', 'Pat Reed'],
      ['11/27/26', 'Blue Door', 'Expansion', '$150.00', 'Sam Ortiz'],
    ],
  },
  total: 208,
  made: '11/29/26, 2:00 AM EST',
  stopUrl: '/report-email/sample',
}
/** An example of each mail, by name. */
export const samples = {
  reportLetter: reportLetter(sample),
  lostReaderLetter: lostReaderLetter(sample, ['Sam Support'], false),
  stoppedCopyLetter: stoppedCopyLetter(sample.name, 'Sam Support'),
}
