import './fault-lines.css'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FeedRun } from '#contract/feeds/runs.ts'
import type { RunFault } from '#contract/feeds/run-fault.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { count } from '../../../ui/values.tsx'

const missingTexts: Record<NonNullable<RunFault['missing']>, string> = {
  not_kept: 'The file is no longer stored.',
  too_large: 'The file is too large to show.',
  no_lines: 'The file has no readable lines.',
}

/** A rejected run's file around the place where it broke, with a caret below the character. */
export function FaultLines({ run }: { run: FeedRun }) {
  const { data, error } = useQuery(api.getRunFault.query({ params: { feed_run_id: run.feed_run_id } }))
  return (
    <Panel title={data ? titleOf(data) : 'File'}>
      {error && <LoadError error={error} />}
      {!data && !error && <Skeleton height={linesHeight} />}
      {data?.missing && <p className="quiet">{missingTexts[data.missing]}</p>}
      {data && !data.missing && <Lines fault={data} />}
    </Panel>
  )
}
/** Six lines, one of them with a caret. */
const linesHeight = 172

function titleOf({ line, column, file_name: name }: RunFault): string {
  if (line === null) return `Beginning of ${name ?? 'the file'}`
  const placeText = column === null ? `Line ${count(line)}` : `Line ${count(line)}, column ${count(column)}`
  return name === null ? placeText : `${placeText} of ${name}`
}

const Lines = ({ fault }: { fault: RunFault }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways
  <div className="fault-lines mono" role="region" aria-label="Lines of the file" tabIndex={0}>
    <ol>
      {fault.lines.map(({ line, text, is_cut }) => (
        <li key={line} value={line} aria-current={line === fault.line ? 'location' : undefined}>
          <span className="line-number">{line}</span>
          <code>
            {fault.first_column > 1 && '…'}
            {line === fault.line && fault.column !== null ? (
              <BrokenText text={text} offset={fault.column - fault.first_column} />
            ) : (
              text
            )}
            {is_cut && '…'}
          </code>
        </li>
      ))}
    </ol>
  </div>
)

/** A line with the character that the caret is below; at its end, a blank. */
const BrokenText = ({ text, offset }: { text: string; offset: number }) => (
  <>
    {text.slice(0, offset)}
    <mark>{text.slice(offset, offset + 1) || '\u00a0'}</mark>
    {text.slice(offset + 1)}
  </>
)
