import { sentence } from '#contract/sentence.ts'
import { count, many } from '../../../ui/values.tsx'

/** What the guide depends on: the settings as typed, and their results. */
export interface GuideFacts {
  /** The source is set. */
  source: boolean
  uploads: boolean
  /** Undefined if it was not tested in this visit. */
  testResult: 'came' | 'failed' | undefined
  /** Why the file can't be read, and the fix; null if unknown. */
  fault: { reason: string; todo: string; ofFile: boolean } | null
  /** How many fields the suggestion would map. */
  suggestedFields: number
  mappedFields: number
  sku: boolean
  /** The mapped column of the SKU isn't among those of the file; a table's header row may be another one. */
  missingSku: 'in_table' | 'in_file' | undefined
  /** Prices are mapped, and nothing says in which currency. */
  asksCurrency: boolean
  /** Settings were saved with a mapping. */
  isSaved: boolean
  changes: number
  dry: 'none' | 'going' | 'fine' | 'held' | 'rejected' | 'failed'
  /** Why the dry run would be held, or was rejected. */
  dryReason: string
  rejectedRows: number
  rowsRead: number
  /** Enough that it must not be overlooked. */
  muchRejected: boolean
  isScheduled: boolean
}
export type Step = 'source' | 'test' | 'format' | 'mapping' | 'dry-run' | 'schedule' | 'run'
/** What the guide's button does next. */
export type NextAct =
  | 'choose'
  | 'source'
  | 'test'
  | 'mend'
  | 'adopt'
  | 'sku'
  | 'save'
  | 'dry-run'
  | 'wait'
  | 'review'
  | 'run'

export const stepTitles: Record<Step, string> = {
  source: 'Source',
  test: 'Test',
  format: 'Format',
  mapping: 'Mapping',
  'dry-run': 'Dry run',
  schedule: 'Schedule',
  run: 'First run',
}

export interface Guide {
  doneSteps: ReadonlySet<Step>
  step: Step
  act: NextAct
  button: string
  /** What to do, in a sentence. */
  sentence: string
}

/** Which steps of a new feed are done, and the next one. */
export function guideOf(f: GuideFacts): Guide {
  const read = f.testResult === 'came' || (f.isSaved && f.testResult === undefined)
  const isMapped = f.sku && !f.missingSku
  const isMappingSaved = isMapped && f.changes === 0
  const doneSteps = new Set<Step>()
  if (f.source) doneSteps.add('source')
  if (f.source && read) doneSteps.add('test').add('format')
  if (isMapped && (f.testResult === 'came' || f.isSaved)) doneSteps.add('mapping')
  if (isMappingSaved && f.dry === 'fine') doneSteps.add('dry-run')
  if (f.isScheduled) doneSteps.add('schedule')
  return { doneSteps, ...next(f, read) }
}

const unread = 'Couldn’t read the file.'

function next(f: GuideFacts, read: boolean): Omit<Guide, 'doneSteps'> {
  if (!f.source)
    return f.uploads
      ? {
          step: 'source',
          act: 'choose',
          button: 'Choose a file',
          sentence: 'Upload the supplier’s file, or choose a source below.',
        }
      : {
          step: 'source',
          act: 'source',
          button: 'Go to source',
          sentence: 'Choose where the file comes from.',
        }
  if (f.testResult === 'failed') {
    const sentence = f.fault ? `${f.fault.reason.replace(/[.]$/, '')}. ${f.fault.todo}`.trim() : unread
    // no setting fixes an empty file or a web page
    return f.uploads && f.fault?.ofFile
      ? { step: 'source', act: 'choose', button: 'Choose another file', sentence }
      : { step: 'test', act: 'mend', button: 'View problem', sentence }
  }
  if (!read)
    return {
      step: 'test',
      act: 'test',
      button: 'Test source',
      sentence: 'Fetch the file to preview it.',
    }
  if (!f.sku && f.suggestedFields > 0)
    return {
      step: 'mapping',
      act: 'adopt',
      button: `Use suggested mapping (${many(f.suggestedFields, 'field')})`,
      sentence: 'Check the suggested columns below. You can change them later.',
    }
  if (!f.sku)
    return {
      step: 'mapping',
      act: 'sku',
      button: 'Map SKU',
      sentence: 'Choose the SKU column.',
    }
  if (f.missingSku)
    return {
      step: 'mapping',
      act: 'sku',
      button: 'Map SKU',
      sentence: `SKU’s column isn’t in the file. ${
        f.missingSku === 'in_table' ? 'Choose another header row, or map SKU again.' : 'Map SKU again.'
      }`,
    }
  if (f.changes > 0) {
    const todo = f.asksCurrency
      ? 'Choose the currency of the prices below, or save without it.'
      : 'Save to start a dry run.'
    return {
      step: 'mapping',
      act: 'save',
      button: 'Save',
      sentence: `${many(f.mappedFields, 'field')} mapped. ${todo}`,
    }
  }
  return nextAfterSave(f)
}

const failedDryRun = {
  held: 'The dry run would be held',
  rejected: 'The dry run was rejected',
  failed: 'The dry run didn’t finish',
}

function nextAfterSave(f: GuideFacts): Omit<Guide, 'doneSteps'> {
  if (f.dry === 'going')
    return { step: 'dry-run', act: 'wait', button: 'Dry run', sentence: 'Reading the complete file.' }
  if (f.dry === 'none')
    return {
      step: 'dry-run',
      act: 'dry-run',
      button: 'Dry run',
      sentence: 'Preview the changes from the complete file. Nothing is applied.',
    }
  if (f.dry !== 'fine')
    return {
      step: 'dry-run',
      act: 'review',
      button: 'Review dry run',
      sentence: sentence([failedDryRun[f.dry], f.dryReason].filter(Boolean).join(': ')),
    }
  const rejectedText = f.rejectedRows ? `; ${many(f.rejectedRows, 'row')} rejected, see below` : ''
  const came = f.muchRejected
    ? `The dry run rejected ${count(f.rejectedRows)} of ${many(f.rowsRead, 'row')}. Fix the causes below or skip these rows`
    : `The dry run succeeded${rejectedText}`
  // an uploaded file stays the same until somebody uploads another
  const next = f.isScheduled || f.uploads ? '' : ', then set a schedule below'
  return { step: 'run', act: 'run', button: 'Run now', sentence: `${came}. Run the feed now${next}.` }
}
