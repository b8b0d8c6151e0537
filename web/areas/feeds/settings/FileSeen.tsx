import { Alert, Anchor, Text } from '@mantine/core'
import { formats } from '#contract/feeds/formats.ts'
import { mendOf } from '#contract/feeds/mend.ts'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { Facts } from '../../../ui/page/Page.tsx'
import { count, fileSize, Moment, roughPercent } from '../../../ui/values.tsx'
import { goTo } from '../../../ui/page/place.ts'
import { partId } from '../at.ts'
import { FailingLine } from './LastFault.tsx'

const encodingBy: Record<string, string> = {
  bom: 'its first bytes say so',
  declaration: 'it says so itself',
  setting: 'as it is set',
  guess: 'by its letters',
  format: 'as the format has it',
}

/** What came when the source was tested. */
export function FileSeen({ seen, stale, kept }: { seen: FeedPreview; stale: boolean; kept: boolean }) {
  const { file, encoding } = seen
  return (
    <section aria-label="What came" className="seen" aria-live="polite">
      {stale && (
        <Text size="sm" c="dimmed">
          The source or the format has changed since: test it again.
        </Text>
      )}
      {seen.failure && !kept && <Failure seen={seen} />}
      {kept && (
        <Text size="sm" c="dimmed">
          As it was read last; Test gets it anew.
        </Text>
      )}
      {file && (
        <Facts
          facts={[
            ['File', file.name],
            ['Size', fileSize(file.bytes)],
            ...(file.modified ? ([['Of', <Moment key="m" tm={file.modified} />]] as const) : []),
            ...(encoding
              ? ([
                  ['Encoding', `${encoding.toUpperCase()}, ${encodingBy[encoding && seen.encoding_by]}`],
                ] as const)
              : []),
            ...(seen.columns.length
              ? ([
                  ['Rows', `${count(seen.rows_counted)}${seen.rows_more ? ' and more' : ''}`],
                  ['Columns', count(seen.columns.length)],
                ] as const)
              : []),
            ...(seen.preset ? ([['Looks like', seen.preset]] as const) : []),
          ]}
        />
      )}
      {seen.lines.length > 0 && (
        <pre className="first-lines" tabIndex={0} aria-label="Its first lines">
          {seen.lines.join('\n')}
        </pre>
      )}
    </section>
  )
}

function Failure({ seen }: { seen: FeedPreview }) {
  const mend = mendOf(seen.failure_code)
  return (
    <Alert color="red" title={seen.file ? 'The file can’t be read' : 'No file came'} role="alert">
      {seen.failure}. {mend?.todo}
      {mend && (
        <>
          {' '}
          <Anchor component="button" type="button" size="sm" onClick={() => goTo(partId(mend.part))}>
            Go to{' '}
            {mend.part === 'mapping' ? 'the mapping' : mend.part === 'format' ? 'the format' : 'the source'}
          </Anchor>
        </>
      )}
      {seen.failing_line !== null && <FailingLine line={seen.failing_line} />}
    </Alert>
  )
}

const delimiters: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '|': 'pipe',
  '\t': 'tab',
}

/** What the file seems to be, how sure that is, and by what. */
export function Detected({ detected }: { detected: FeedPreview['detected'] }) {
  if (!detected) return null
  const { kind, delimiter, sure, because } = detected
  const between = delimiter ? `, ${delimiters[delimiter] ?? delimiter}` : ''
  return (
    <Text size="sm" c="dimmed" mb="xs" role="status">
      It looks like{' '}
      <b>
        {formats[kind].label}
        {between}
      </b>
      , {roughPercent(sure)} sure: {because}.
    </Text>
  )
}
