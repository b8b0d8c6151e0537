import { expect, test } from 'vitest'
import { feedSource } from './settings.ts'
import { sourceText } from './source-words.ts'

const said = (source: object, uploaded: string | null = null) =>
  sourceText(feedSource.parse(source), uploaded)

test('a source is described without its query string, which can contain a key', () => {
  expect(said({ kind: 'http', url: 'https://shop.example:8443/feed.csv?token=abc' })).toBe(
    'https://shop.example:8443/feed.csv',
  )
  expect(said({ kind: 'sftp', host: 'ftp.example', port: 2222, path: '/out/stock.csv', user: 'me' })).toBe(
    'sftp://ftp.example:2222/out/stock.csv',
  )
  expect(said({ kind: 'ftp', host: 'ftp.example', path: 'out/stock.csv', user: 'me' })).toBe(
    'ftp://ftp.example/out/stock.csv',
  )
  expect(said({ kind: 'storage', key: 'a/b.csv' })).toBe('the storage location, a/b.csv')
  expect(said({ kind: 'upload' }, 'stock.csv')).toBe('the uploaded file stock.csv')
  expect(said({ kind: 'upload' })).toBe('no uploaded file yet')
})
