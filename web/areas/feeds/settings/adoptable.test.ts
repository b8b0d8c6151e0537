import { expect, test } from 'vitest'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { feedFormat, feedMapping, feedRules, type ReadSettings } from '#contract/feeds/settings.ts'
import { adoptable, adoptedText } from './adoptable.ts'

const settings = (of: { format?: object; from?: readonly string[]; rules?: object } = {}): ReadSettings => ({
  format: feedFormat.parse({ kind: 'csv', ...of.format }),
  mapping: feedMapping.parse((of.from ?? ['SKU']).map((from) => ({ field: 'sku', from }))),
  rules: feedRules.parse(of.rules ?? {}),
})
const offered = (suggestion: ReadSettings, now = settings()) => {
  const taken: ReadSettings[] = []
  const offer = adoptable({ suggestion } as FeedPreview, now, (values) => taken.push(values))
  offer?.adopt()
  return offer && { fields: offer.fields, changes: offer.changes, resets: offer.resets, taken }
}

test('a suggested mapping is offered only if it differs, and adopted as a whole', () => {
  expect(offered(settings())).toBeUndefined()
  const other = settings({ from: ['Artikelnummer'] })
  expect(offered(other)).toEqual({ fields: 1, changes: [], resets: [], taken: [other] })
  expect(offered(settings({ from: [], format: { delimiter: ';' } }))).toBeUndefined()
})

test.each([
  [{ format: { delimiter: ';' } }, {}, ['Delimiter: semicolon']],
  [{ format: { delimiter: '\t' } }, {}, ['Delimiter: tab']],
  [{ format: { header: false } }, {}, ['A row has column names: no']],
  [{}, { format: { header: false } }, ['A row has column names: yes']],
  [{ format: { kind: 'xml', item: 'offer' } }, {}, ['Format: XML', 'Repeating element: offer']],
  // what the new format doesn't ask for is no news
  [{ format: { kind: 'json' } }, { format: { delimiter: ';' } }, ['Format: JSON']],
  [
    { rules: { blank_quantity: 'keep', ragged_row: 'accept' } },
    {},
    [
      'Blank quantity: Keep the current value',
      'Row with a different number of cells: Read the available cells',
    ],
  ],
  [{ rules: { threshold_percent: 40, blank_cell: 'keep' } }, {}, ['Blank cell: Keep the current value']],
])('changes besides the mapping are listed: %j', (suggested, now, changes) => {
  expect(offered(settings(suggested), settings(now))?.changes).toEqual(changes)
})

test('settings that a suggestion detects again are named in one sentence', () => {
  const now = settings({ format: { kind: 'xlsx', sheet: 'Stock', header_row: 3 } })
  const offer = offered(settings({ format: { kind: 'xlsx' } }), now)
  expect(offer).toMatchObject({ changes: [], resets: ['Sheet', 'Header row'] })
  expect(adoptedText({ changes: [], resets: ['Sheet', 'Header row'] })).toBe(
    'Also resets Sheet and Header row to automatic.',
  )
  expect(adoptedText({ changes: ['Delimiter: tab'], resets: ['Header row'] })).toBe(
    'Also changes: Delimiter: tab. Also resets Header row to automatic.',
  )
  expect(adoptedText({ changes: [], resets: [] })).toBe('')
})
