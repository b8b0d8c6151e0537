import { Alert, Anchor, Group, Text } from '@mantine/core'
import { delimiterName, formats, type FormatKind } from '#contract/feeds/formats.ts'
import { mendOf, type FeedPart } from '#contract/feeds/mend.ts'
import { midSentence } from '#contract/words.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { Facts } from '../../../ui/page/Page.tsx'
import { count, fileSize, momentFact, roughPercent } from '../../../ui/values.tsx'
import { goTo } from '../../../ui/page/place.ts'
import { partId } from '../anchors.ts'
import { FailingLine } from '../settings/LastFault.tsx'
import { foundText, moreLeftOut, noticeText } from './preview-words.ts'

const encodingBy: Record<string, string> = {
  bom: 'detected from its first bytes',
  declaration: 'declared in the file',
  setting: 'from the settings',
  guess: 'detected from its text',
  format: 'set by the format',
}

/** What arrived when the source was tested. */
export function FilePreview({
  feedPreview,
  stale,
  isFromLastRun,
}: {
  feedPreview: FeedPreview
  stale: boolean
  isFromLastRun: boolean
}) {
  const { file, encoding } = feedPreview
  const moreText = feedPreview.rows_more ? '+' : ''
  return (
    <section aria-label="Received file" className="received" aria-live="polite">
      {stale && (
        <Text size="sm" c="dimmed">
          The source or format changed. Test again.
        </Text>
      )}
      <div className={stale ? 'seen outdated' : 'seen'} aria-busy={stale}>
        {feedPreview.failure && !isFromLastRun && <Failure feedPreview={feedPreview} />}
        {isFromLastRun && (
          <Text size="sm" c="dimmed">
            From the last run. Test to fetch it again.
          </Text>
        )}
        {file && (
          <Facts
            facts={[
              ['File', file.name],
              ['Size', fileSize(file.bytes)],
              ...(file.modified ? [momentFact('Modified', file.modified)] : []),
              ...(encoding
                ? ([
                    [
                      'Encoding',
                      `${encoding.toUpperCase()}, ${encodingBy[encoding && feedPreview.encoding_by]}`,
                    ],
                  ] as const)
                : []),
              ...(feedPreview.columns.length
                ? ([
                    ['Rows', count(feedPreview.rows_counted) + moreText],
                    ['Columns', count(feedPreview.columns.length)],
                  ] as const)
                : []),
              ...(feedPreview.preset ? ([['Looks like', feedPreview.preset]] as const) : []),
            ]}
          />
        )}
        <Found feedPreview={feedPreview} />
        {feedPreview.notices.map((notice) => (
          <Text size="sm" key={notice.reason}>
            {noticeText(notice)}
          </Text>
        ))}
        {feedPreview.lines.length > 0 && (
          <pre className="first-lines" tabIndex={0} aria-label="First lines">
            {feedPreview.lines.join('\n')}
          </pre>
        )}
      </div>
    </section>
  )
}

/** Where the rows were found, which lines are none, and what was assumed. */
function Found({ feedPreview }: { feedPreview: FeedPreview }) {
  const { table, notes, left_out, left_out_counted } = feedPreview
  if (left_out_counted === 0 && (table?.header_row ?? 1) === 1 && notes.length === 0) return null
  const moreText = moreLeftOut(feedPreview)
  return (
    <>
      <Text size="sm">{foundText(feedPreview)}</Text>
      {left_out.map(({ line, text, reason }) => (
        <Text key={line} size="sm" c="dimmed" truncate>
          Line {count(line)}, {midSentence(reason)}: {text || '(blank)'}
        </Text>
      ))}
      {moreText && (
        <Text size="sm" c="dimmed">
          {moreText}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </>
  )
}

/** What a test that takes a while does at the moment. */
export const PreviewProgress = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <Text size="sm" c="dimmed" role="status">
      {text}
    </Text>
  )

const partNames: Record<FeedPart, string> = {
  mapping: 'the mapping',
  format: 'the format',
  source: 'the source',
  further: 'the source',
}

function Failure({ feedPreview }: { feedPreview: FeedPreview }) {
  const mend = mendOf(feedPreview.failure_code)
  return (
    <Alert color="red" title={feedPreview.file ? 'Couldn’t read the file' : 'No file received'} role="alert">
      {feedPreview.failure}. {mend?.todo}
      {mend && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={() => goTo(partId(mend.part))}>
            Go to {partNames[mend.part]}
          </Anchor>
        </>
      )}
      {feedPreview.failing_line !== null && <FailingLine line={feedPreview.failing_line} />}
    </Alert>
  )
}

/** The detected format and its confidence; why on hover. */
export function DetectedFormat({ feedPreview }: { feedPreview: FeedPreview | null }) {
  if (!feedPreview?.detected) return null
  const { kind, delimiter, sure, because } = feedPreview.detected
  const parts = [
    shortNames[kind] ?? formats[kind].label,
    delimiter && delimiterName(delimiter),
    feedPreview.encoding.toUpperCase(),
  ]
  return (
    <Group gap="xs" mb="xs" role="status">
      <span className="quiet">Detected</span>
      <span className="tag" title={because}>
        {parts.filter(Boolean).join(', ')}
      </span>
      <span className="quiet">{roughPercent(sure)} confidence</span>
    </Group>
  )
}
/** Short names, where the setting's own label lists several. */
const shortNames: Partial<Record<FormatKind, string>> = { csv: 'CSV', x12: 'ANSI X12' }
