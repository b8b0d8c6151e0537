import { count, many } from '../../../ui/values.tsx'

/** What the guide looks at: the settings as they are typed, and what came of them. */
export interface GuideFacts {
  /** Where the file comes from is said. */
  source: boolean
  uploads: boolean
  /** None: not tested in this visit. */
  tested: 'came' | 'failed' | undefined
  /** Why what came can't be read, and what mends it; null: nothing is known. */
  fault: { reason: string; todo: string; ofFile: boolean } | null
  /** How many fields a suggestion would feed. */
  suggested: number
  mapped: number
  sku: boolean
  /** Settings were saved with a mapping. */
  saved: boolean
  changes: number
  dry: 'none' | 'going' | 'fine' | 'rejected'
  rejectedRows: number
  rowsRead: number
  /** So many that it isn't to be overlooked. */
  muchRejected: boolean
  scheduled: boolean
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
  done: ReadonlySet<Step>
  at: Step
  act: NextAct
  button: string
  /** What is to be done, in a sentence. */
  says: string
}

/** Which steps of a new feed are done, and the next one. */
export function guideOf(f: GuideFacts): Guide {
  const read = f.tested === 'came' || (f.saved && f.tested === undefined)
  const mapped = f.sku && f.changes === 0
  const done = new Set<Step>()
  if (f.source) done.add('source')
  if (f.source && read) done.add('test').add('format')
  if (f.sku && (f.tested === 'came' || f.saved)) done.add('mapping')
  if (mapped && f.dry === 'fine') done.add('dry-run')
  if (f.scheduled) done.add('schedule')
  return { done, ...next(f, read) }
}

const unread = 'The file can’t be read yet.'

function next(f: GuideFacts, read: boolean): Omit<Guide, 'done'> {
  if (!f.source)
    return f.uploads
      ? {
          at: 'source',
          act: 'choose',
          button: 'Choose a file',
          says: 'Upload the supplier’s file, or choose below where it is fetched from.',
        }
      : { at: 'source', act: 'source', button: 'Go to the source', says: 'Say where the file comes from.' }
  if (f.tested === 'failed') {
    const says = f.fault ? `${f.fault.reason.replace(/[.]$/, '')}. ${f.fault.todo}`.trim() : unread
    // no setting mends an empty file or a web page
    return f.uploads && f.fault?.ofFile
      ? { at: 'source', act: 'choose', button: 'Choose another file', says }
      : { at: 'test', act: 'mend', button: 'See what is wrong', says }
  }
  if (!read)
    return { at: 'test', act: 'test', button: 'Test the source', says: 'Fetch the file and see what comes.' }
  if (!f.sku && f.suggested > 0)
    return {
      at: 'mapping',
      act: 'adopt',
      button: `Use the suggested mapping (${many(f.suggested, 'field')})`,
      says: 'Look at what each column would feed below; all of it can be changed afterwards.',
    }
  if (!f.sku)
    return {
      at: 'mapping',
      act: 'sku',
      button: 'Map the SKU',
      says: 'Choose the column that the SKU comes from.',
    }
  if (f.changes > 0)
    return {
      at: 'mapping',
      act: 'save',
      button: 'Save',
      says: `${many(f.mapped, 'field')} ${f.mapped === 1 ? 'is' : 'are'} mapped. Save, so that a dry run can read the whole file.`,
    }
  if (f.dry === 'going')
    return { at: 'dry-run', act: 'wait', button: 'Dry run', says: 'The whole file is being read.' }
  if (f.dry === 'none')
    return {
      at: 'dry-run',
      act: 'dry-run',
      button: 'Dry run',
      says: 'See what the whole file would do. Nothing is changed.',
    }
  if (f.dry === 'rejected')
    return { at: 'dry-run', act: 'mend', button: 'See what is wrong', says: 'The dry run was rejected.' }
  const rejected = `${many(f.rejectedRows, 'row')} ${f.rejectedRows === 1 ? 'is' : 'are'} rejected`
  const came = f.muchRejected
    ? `The dry run rejects ${count(f.rejectedRows)} of ${many(f.rowsRead, 'row')}: see below why, and mend it or leave them out`
    : `The dry run went well${f.rejectedRows ? `; ${rejected}, as said below` : ''}`
  // an uploaded file stays the same until somebody uploads another
  const next = f.scheduled || f.uploads ? '' : ', and set below when it runs by itself'
  return { at: 'run', act: 'run', button: 'Run now', says: `${came}. Run it once now${next}.` }
}
