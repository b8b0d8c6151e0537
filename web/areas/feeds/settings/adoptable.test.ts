import { expect, test } from 'vitest'
import type { FeedPreview } from '#contract/feeds/preview.ts'
import { feedFormat, feedMapping, feedRules, type ReadSettings } from '#contract/feeds/settings.ts'
import { adoptable } from './adoptable.ts'

const settings = (of: { format?: object; from?: readonly string[]; rules?: object } = {}): ReadSettings => ({
  format: feedFormat.parse({ kind: 'csv', ...of.format }),
  mapping: feedMapping.parse((of.from ?? ['SKU']).map((from) => ({ field: 'sku', from }))),
  rules: feedRules.parse(of.rules ?? {}),
})
const offered = (suggestion: ReadSettings, now = settings()) => {
  const taken: ReadSettings[] = []
  const offer = adoptable({ suggestion } as FeedPreview, now, (values) => taken.push(values))
  offer?.adopt()
  return offer && { fields: offer.fields, changes: offer.changes, taken }
}

test('a suggested mapping is offered only if it differs, and adopted as a whole', () => {
  expect(offered(settings())).toBeUndefined()
  const other = settings({ from: ['Artikelnummer'] })
  expect(offered(other)).toEqual({ fields: 1, changes: [], taken: [other] })
  expect(offered(settings({ from: [], format: { delimiter: ';' } }))).toBeUndefined()
})

test.each([
  [{ format: { delimiter: ';' } }, {}, ['Delimiter: semicolon']],
  [{ format: { delimiter: '\t' } }, {}, ['Delimiter: tab']],
  [{}, { format: { delimiter: ',' } }, ['Delimiter: detect']],
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
