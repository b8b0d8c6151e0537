import { severityLevel } from '#contract/notifications/kinds.ts'
import { many } from '#contract/words.ts'
import type { Content, Part } from '#server/platform/mail/letter.ts'
import type { Phase } from './rules/plan-notice.ts'

export interface NoticeLine {
  phase: Phase
  severity: number
  message: string
  link: string | null
  /** Such as `2 h`. */
  lasted: string | null
  taken_by_name: string | null
  flapping: boolean
}
/** The most that one email lists. */
export const mostLines = 50

const urgent = severityLevel('urgent')
const phaseTexts: Record<Exclude<Phase, 'begin'>, string> = {
  flapping: 'Keeps coming back',
  reminder: 'No one is assigned',
  end: 'Resolved',
}
const lineText = ({ phase, message, lasted, taken_by_name, flapping }: NoticeLine) =>
  [
    phase === 'begin' ? message : `${phaseTexts[phase]}: ${message}`,
    flapping && phase === 'begin' && 'keeps coming back',
    phase === 'end' && lasted && `after ${lasted}`,
    taken_by_name && phase !== 'end' && `assigned to ${taken_by_name}`,
  ]
    .filter(Boolean)
    .join(', ')
const linkPart = (link: string | null): Part[] => [{ action: 'Open', url: link ?? '/notifications' }]

/** One or several notifications as they happen. */
export function atOnceLetter(lines: readonly NoticeLine[]): Content {
  const [first, ...others] = lines
  if (!first) throw new Error('An email about notifications needs one')
  const urgentMark = first.severity === urgent && first.phase !== 'end' ? 'Urgent: ' : ''
  const more = others.length > 0 ? ` and ${many(others.length, 'more notification')}` : ''
  return {
    subject: `${urgentMark}${shorten(lineText(first))}${more}`,
    parts:
      others.length === 0
        ? [lineText(first), ...linkPart(first.link)]
        : [...listOf(lines), ...linkPart(null)],
  }
}

/** Everything since the last summary: what still exists first, then what is over. */
export function digestLetter(
  lines: readonly NoticeLine[],
  resolved: { count: number; longest: readonly string[] },
): Content {
  const open = lines.filter(({ phase }) => phase !== 'end')
  const ended = lines.filter(({ phase }) => phase === 'end')
  const longest = resolved.longest.length > 0 ? `, such as: ${resolved.longest.join('; ')}` : ''
  return {
    subject:
      open.length > 0
        ? `${many(open.length, 'notification')} to look at`
        : 'Notifications since your last summary',
    parts: [
      ...listOf(open),
      ...(ended.length > 0 ? ['Resolved:', ...listOf(ended)] : []),
      ...(resolved.count > 0
        ? [`${many(resolved.count, 'problem')} started and resolved since then${longest}.`]
        : []),
      { action: 'Open notifications', url: '/notifications' },
    ],
  }
}

const listOf = (lines: readonly NoticeLine[]): Part[] => {
  const shown = lines.slice(0, mostLines).map(lineText)
  const left = lines.length - shown.length
  return lines.length === 0 ? [] : [{ list: left > 0 ? [...shown, `${many(left, 'more')}`] : shown }]
}
const longestSubject = 120
const shorten = (text: string) =>
  text.length > longestSubject ? `${text.slice(0, longestSubject - 1)}…` : text

const sample: NoticeLine = {
  phase: 'begin',
  severity: 1,
  message: 'Acme: run 812 held. 140 products would go to 0',
  link: '/feed-runs/812',
  lasted: null,
  taken_by_name: null,
  flapping: false,
}
/** An example of each mail, by name. */
export const samples = {
  atOnceLetter: atOnceLetter([{ ...sample, severity: 2, message: 'No worker is running. 41 jobs queued' }]),
  digestLetter: digestLetter(
    [sample, { ...sample, taken_by_name: 'Sam Support' }, { ...sample, phase: 'end', lasted: '45 min' }],
    { count: 3, longest: ['Updates for Harbor Goods stopped'] },
  ),
}
