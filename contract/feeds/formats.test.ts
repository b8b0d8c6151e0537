import { expect, test } from 'vitest'
import { formatNamed, formats } from './formats.ts'

test.each([
  ['feed.csv', 'csv'],
  ['FEED.TSV', 'csv'],
  ['feed.2026.txt', 'csv'],
  ['feed.xml', 'xml'],
  ['feed.yml', 'xml'],
  ['feed.json', 'json'],
  ['feed.jsonl', 'jsonl'],
  ['feed.ndjson', 'jsonl'],
  ['feed.xlsx', 'xlsx'],
  ['feed.edi', 'x12'],
  ['feed.csv.gz', 'csv'],
  ['feed.json.ZIP', 'json'],
  ['a folder.xml/feed.csv', 'csv'],
])('the name %s speaks of %s', (name, kind) => expect(formatNamed(name)).toBe(kind))

test.each(['feed', 'csv', 'feed.pdf', 'feed.csv.bak', 'feed.gz.csv.tar', 'feed.zip', 'feed.gzcsv', ''])(
  'the name “%s” speaks of no format',
  (name) => expect(formatNamed(name)).toBeUndefined(),
)

test('the editor asks of a format what it can be told, in order', () => {
  expect(Object.values(formats).map(({ asks }) => Object.values(asks))).toEqual([
    ['Encoding', 'Delimiter', 'Column that ties rows together', 'First row names the columns'],
    ['Encoding', 'Repeating element'],
    ['Encoding', 'Path of the list'],
    ['Encoding'],
    ['Sheet', 'First row names the columns'],
    ['Encoding'],
  ])
})
