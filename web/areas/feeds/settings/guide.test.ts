import { expect, test } from 'vitest'
import { guideOf, stepTitles, type GuideFacts } from './guide.ts'

const fresh: GuideFacts = {
  source: false,
  uploads: true,
  testResult: undefined,
  fault: null,
  suggestedFields: 0,
  mappedFields: 0,
  sku: false,
  missingSku: undefined,
  asksCurrency: false,
  isSaved: false,
  changes: 0,
  dry: 'none',
  dryReason: '',
  rejectedRows: 0,
  rowsRead: 0,
  muchRejected: false,
  isScheduled: false,
}
const read = { ...fresh, source: true, testResult: 'came', suggestedFields: 8, changes: 1 } as const
const mapped = { ...read, suggestedFields: 0, mappedFields: 8, sku: true } as const
const saved = { ...mapped, isSaved: true, changes: 0 } as const
const steps = (facts: GuideFacts) => {
  const { act, step: at, doneSteps: done } = guideOf(facts)
  return [act, at, [...done].join(' ')]
}

test.each([
  ['asks for a file', fresh, ['choose', 'source', '']],
  ['asks for the source if the file is fetched', { ...fresh, uploads: false }, ['source', 'source', '']],
  ['tests a complete source', { ...fresh, source: true }, ['test', 'test', 'source']],
  [
    'leads to the error if the file can’t be read',
    { ...read, testResult: 'failed' },
    ['mend', 'test', 'source'],
  ],
  ['offers the suggested mapping', read, ['adopt', 'mapping', 'source test format']],
  [
    'asks for the SKU without a suggestion',
    { ...read, suggestedFields: 0 },
    ['sku', 'mapping', 'source test format'],
  ],
  ['saves the mapping', mapped, ['save', 'mapping', 'source test format mapping']],
  ['starts a dry run once saved', saved, ['dry-run', 'dry-run', 'source test format mapping']],
  [
    'needs no new test on a later visit',
    { ...saved, testResult: undefined },
    ['dry-run', 'dry-run', 'source test format mapping'],
  ],
  ['waits for the dry run', { ...saved, dry: 'going' }, ['wait', 'dry-run', 'source test format mapping']],
  [
    'leads to the result of a rejected dry run',
    { ...saved, dry: 'rejected' },
    ['review', 'dry-run', 'source test format mapping'],
  ],
  [
    'leads to the result of a dry run that would be held',
    { ...saved, dry: 'held' },
    ['review', 'dry-run', 'source test format mapping'],
  ],
  [
    'leads to the SKU if its column isn’t in the file',
    { ...mapped, missingSku: 'in_table' },
    ['sku', 'mapping', 'source test format'],
  ],
  [
    'starts the first run after a good dry run',
    { ...saved, dry: 'fine' },
    ['run', 'run', 'source test format mapping dry-run'],
  ],
  [
    'marks the schedule as done if there is one',
    { ...saved, dry: 'fine', isScheduled: true },
    ['run', 'run', 'source test format mapping dry-run schedule'],
  ],
] as const)('the guide %s', (_says, facts, expected) => {
  expect(steps(facts)).toEqual(expected)
})

test.each([
  [fresh, 'Choose a file', 'Upload the supplier’s file, or choose a source below.'],
  [{ ...fresh, uploads: false }, 'Go to source', 'Choose where the file comes from.'],
  [{ ...fresh, source: true }, 'Test source', 'Fetch the file to preview it.'],
  [{ ...read, testResult: 'failed' }, 'View problem', 'Couldn’t read the file.'],
  [read, 'Use suggested mapping (8 fields)', 'Check the suggested columns below. You can change them later.'],
  [{ ...read, suggestedFields: 0 }, 'Map SKU', 'Choose the SKU column.'],
  [mapped, 'Save', '8 fields mapped. Save to start a dry run.'],
  [saved, 'Dry run', 'Preview the changes from the complete file. Nothing is applied.'],
  [{ ...saved, dry: 'going' }, 'Dry run', 'Reading the complete file.'],
  [{ ...saved, dry: 'rejected' }, 'Review dry run', 'The dry run was rejected.'],
  [
    { ...saved, dry: 'rejected', dryReason: 'Column “Item” is missing' },
    'Review dry run',
    'The dry run was rejected: Column “Item” is missing.',
  ],
  [
    { ...saved, dry: 'held', dryReason: '40 of 60 products are missing.' },
    'Review dry run',
    'The dry run would be held: 40 of 60 products are missing.',
  ],
  [
    { ...mapped, missingSku: 'in_table' },
    'Map SKU',
    'SKU’s column isn’t in the file. Choose another header row, or map SKU again.',
  ],
  [{ ...mapped, missingSku: 'in_file' }, 'Map SKU', 'SKU’s column isn’t in the file. Map SKU again.'],
  [
    { ...mapped, asksCurrency: true },
    'Save',
    '8 fields mapped. Choose the currency of the prices below, or save without it.',
  ],
  [
    { ...saved, dry: 'fine', uploads: false },
    'Run now',
    'The dry run succeeded. Run the feed now, then set a schedule below.',
  ],
  [{ ...saved, dry: 'fine', isScheduled: true }, 'Run now', 'The dry run succeeded. Run the feed now.'],
] as const)('the guide says what comes next: %o', (facts, button, says) => {
  expect(guideOf(facts)).toMatchObject({ button, sentence: says })
})

test('a step undone by an edit no longer counts as done', () => {
  expect(steps({ ...saved, dry: 'fine', changes: 1 })[2]).toBe('source test format mapping')
  expect(steps({ ...saved, sku: false })[2]).toBe('source test format')
  expect(steps({ ...saved, source: false })[2]).toBe('mapping')
  expect(steps({ ...fresh, source: true, sku: true, mappedFields: 1 })[2]).toBe('source')
})

test('the guide says how many rows the dry run rejected', () => {
  expect(guideOf({ ...saved, dry: 'fine', rejectedRows: 1 }).sentence).toContain('1 row rejected')
  expect(guideOf({ ...saved, dry: 'fine', rejectedRows: 7 }).sentence).toContain('7 rows rejected')
})

test('the guide doesn’t call a dry run successful if it rejected much of the file', () => {
  const much = { ...saved, dry: 'fine', rejectedRows: 3, rowsRead: 6, muchRejected: true } as const
  expect(guideOf(much).sentence).toMatch(/^The dry run rejected 3 of 6 rows/)
})

test('the guide mentions the schedule only for a fetched file', () => {
  const says = (uploads: boolean) => guideOf({ ...saved, dry: 'fine', uploads }).sentence
  expect(says(false)).toContain('then set a schedule below')
  expect(says(true)).not.toContain('by itself')
})

test('the guide uses the singular for one field', () => {
  expect(guideOf({ ...read, suggestedFields: 1 }).button).toBe('Use suggested mapping (1 field)')
  expect(guideOf({ ...mapped, mappedFields: 1 }).sentence).toMatch(/^1 field mapped\./)
})

test('the guide’s steps are named like the sections of the settings', () => {
  expect(Object.values(stepTitles).join(', ')).toBe(
    'Source, Test, Format, Mapping, Dry run, Schedule, First run',
  )
})

test('the guide says what is wrong with the file and to choose another one', () => {
  const fault = { reason: 'The file is empty', todo: 'Ask the supplier for a whole file.', ofFile: true }
  const said = (facts: GuideFacts) => {
    const { act, button, sentence: says } = guideOf(facts)
    return [act, button, says]
  }
  const failed = { ...read, testResult: 'failed', fault } as const
  const says = 'The file is empty. Ask the supplier for a whole file.'
  expect(said(failed)).toEqual(['choose', 'Choose another file', says])
  // what is fetched can't be chosen, and what a setting mends is mended there
  expect(said({ ...failed, uploads: false })).toEqual(['mend', 'View problem', says])
  expect(said({ ...failed, fault: { ...fault, ofFile: false } })).toEqual(['mend', 'View problem', says])
})
