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
])('the file name %s means %s', (name, kind) => expect(formatNamed(name)).toBe(kind))

test.each(['feed', 'csv', 'feed.pdf', 'feed.csv.bak', 'feed.gz.csv.tar', 'feed.zip', 'feed.gzcsv', ''])(
  'the file name “%s” doesn’t indicate a format',
  (name) => expect(formatNamed(name)).toBeUndefined(),
)

test('the editor offers the settings of each format in order', () => {
  expect(Object.values(formats).map(({ asks }) => Object.values(asks))).toEqual([
    [
      'Encoding',
      'Delimiter',
      'Column that groups rows',
      'First row has column names',
      'File in the zip archive',
    ],
    ['Encoding', 'Repeating element', 'File in the zip archive'],
    ['Encoding', 'Path to the list', 'File in the zip archive'],
    ['Encoding', 'File in the zip archive'],
    ['Sheet', 'First row has column names'],
    ['Encoding', 'File in the zip archive'],
  ])
})
