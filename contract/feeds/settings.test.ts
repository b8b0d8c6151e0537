import { describe, expect, test } from 'vitest'
import {
  feedFormat,
  typedFormat,
  feedMapping,
  feedRules,
  feedSource,
  hostFault,
  passwordForgotten,
  typedSource,
  type FeedSource,
} from './settings.ts'

const faults = (source: object) =>
  Object.fromEntries(
    (typedSource.safeParse(source).error?.issues ?? []).map((i) => [i.path.join('.'), i.message]),
  )

describe('a host', () => {
  test.each([
    'ftp.example.com',
    'a',
    'localhost',
    '10.0.0.1',
    '::1',
    '[2001:db8::1]',
    'bücher.example',
    'my_host',
    'a.example.',
  ])('can be %s', (host) => {
    expect(hostFault(host)).toBeUndefined()
  })
  test.each([
    ['ftp.example.com:21', 'The port has its own field'],
    ['10.0.0.1:', 'The port has its own field'],
    ['[::1]:21', 'The port has its own field'],
    ['me@ftp.example.com', 'Username and password have their own fields'],
    ['ftp://me:secret@ftp.example.com', 'Username and password have their own fields'],
    ['sftp://ftp.example.com', 'without the protocol'],
    ['ftp.example.com/feeds', 'The path has its own field'],
    ['two words', 'Enter a host such as'],
    ['my:host', 'Enter a host such as'],
    ['a[::1]', 'Enter a host such as'],
    ['host-', 'Enter a host such as'],
    ['-x', 'Enter a host such as'],
  ])('%s is refused: %s', (host, why) => {
    const said = faults({ kind: 'ftp', host, path: '/a.csv', user: 'me' })
    expect(Object.keys(said)).toEqual(['host'])
    expect(said.host).toContain(why)
  })
})

test('an address that contains a user or password is refused, with its field', () => {
  const said = 'Enter the address without username and password. They have their own fields.'
  for (const url of [
    'http://me:secret@example.com/a',
    'https://me@example.com/a',
    'https://:secret@example.com/',
  ])
    expect(faults({ kind: 'http', url })).toEqual({ url: said })
  expect(faults({ kind: 'http', url: 'https://example.com/me@home?to=a:b@c' })).toEqual({})
  expect(faults({ kind: 'http', url: 'https://example.com/', user: 'me:secret' })).toHaveProperty('user')
  expect(faults({ kind: 'http', url: 'https://' })).toEqual({ url: 'Enter an http or https address' })
})

describe('a source', () => {
  const remote = { host: 'a.b', path: '/c', user: 'anonymous' }
  test.each<[object, FeedSource]>([
    [{ kind: 'upload' }, { kind: 'upload' }],
    [
      { kind: 'storage', key: ' in/a.b.csv ' },
      { kind: 'storage', key: 'in/a.b.csv' },
    ],
    [
      { kind: 'http', url: 'http://a.b/c' },
      { kind: 'http', url: 'http://a.b/c', user: '' },
    ],
    [
      { kind: 'ftp', host: ' a.b ', path: '/c' },
      { kind: 'ftp', ...remote },
    ],
    [
      { kind: 'ftps', host: 'a.b', path: '/c ' },
      { kind: 'ftps', ...remote },
    ],
    [
      { kind: 'sftp', host: 'a.b', path: '/c', user: 'me:you', port: 65_535 },
      { kind: 'sftp', ...remote, user: 'me:you', port: 65_535 },
    ],
  ])('can be %j', (given, saved) => expect(typedSource.parse(given)).toEqual(saved))

  const file = 'File names can’t contain a backslash or “..”'
  test.each([
    [{ kind: 'storage', key: ' ' }, { key: 'Enter the file name' }],
    [{ kind: 'storage', key: '../a.csv' }, { key: file }],
    [{ kind: 'storage', key: 'in/..' }, { key: file }],
    [{ kind: 'storage', key: 'in\\a.csv' }, { key: file }],
    [{ kind: 'ftp', host: '', path: '/c' }, { host: 'Enter the host' }],
    [{ kind: 'sftp', host: 'a.b', path: ' ' }, { path: 'Enter the path' }],
    [{ kind: 'http', url: 'ftp://a.b' }, { url: 'Enter an http or https address' }],
    [{ kind: 'http', url: 'httpx://a.b' }, { url: 'Enter an http or https address' }],
    [{ kind: 'http', url: 'https://a.b/\0' }, { url: 'Remove unsupported characters' }],
  ])('is refused as %j', (source, said) => {
    const [[field, message]] = Object.entries(said) as [[string, string]]
    for (const read of [feedSource, typedSource])
      expect(read.safeParse(source).error?.issues[0]).toMatchObject({ path: [field], message })
  })
  test.each([0, 65_536, 1.5])('can’t have port %d', (port) => {
    expect(faults({ kind: 'ftp', host: 'a.b', path: '/c', port })).toHaveProperty('port')
  })
})

test('a feed without other settings is read with a header and quotes, and uses the default rules', () => {
  expect(feedFormat.parse({ kind: 'csv' })).toEqual({ kind: 'csv', header: true, quote: '"' })
  expect(feedRules.parse({})).toEqual({
    threshold_percent: 15,
    warn_percent: 5,
    repeated_sku: 'first',
    limits: {},
    covers: 'all',
    blank_cell: 'clear',
    blank_price: 'accept',
    placeholder_row: 'accept',
    blank_quantity: 'zero',
    gone_product: 'inactive',
    gone_retention_days: 90,
    ragged_row: 'reject',
  })
})

test.each(['..', '$..x', 'a..b', 'a.'])(
  'the JSON list path “%s” is refused because it leads nowhere',
  (item) => {
    const message = 'Enter the path to the list, such as data.items'
    expect(typedFormat.safeParse({ kind: 'json', item }).error?.issues).toMatchObject([
      { path: ['item'], message },
    ])
    expect(typedFormat.safeParse({ kind: 'xml', item }).success).toBe(true)
    for (const fine of ['a', '$.data.items', '.a.b', '$', undefined])
      expect(typedFormat.safeParse({ kind: 'json', item: fine }).success).toBe(true)
  },
)

describe('the editor offers', () => {
  const csv = { kind: 'csv', header: true, quote: '"' }
  test.each([',', ';', '|', '\t'])('the delimiter “%s”', (delimiter) => {
    expect(feedFormat.parse({ kind: 'csv', delimiter })).toEqual({ ...csv, delimiter })
  })
  test.each(['"', "'", 'none'])('the quote %s', (quote) => {
    expect(feedFormat.parse({ kind: 'csv', quote })).toEqual({ ...csv, quote })
  })
  test.each([
    ['repeated_sku', ['first', 'last']],
    ['blank_cell', ['clear', 'keep']],
    ['blank_price', ['reject', 'accept']],
    ['placeholder_row', ['accept', 'leave_out']],
    ['blank_quantity', ['zero', 'keep']],
    ['gone_product', ['inactive', 'zero']],
    ['ragged_row', ['reject', 'accept']],
  ])('the rule %s', (rule, ways) => {
    for (const way of ways) expect(feedRules.parse({ [rule]: way })).toHaveProperty(rule, way)
    expect(feedRules.safeParse({ [rule]: '' }).success).toBe(false)
  })
})

describe('a mapping', () => {
  const sku = { field: 'sku', from: 'id' }
  const refused = (mapping: object[]) => feedMapping.safeParse(mapping).error?.issues[0]
  const changed = (transforms: object[]) => refused([{ ...sku, transforms }])
  test('adds no transforms of its own, and maps a field only once', () => {
    const title = { field: 'title', from: 'id' }
    expect(feedMapping.parse([sku, title])).toEqual([
      { ...sku, transforms: [] },
      { ...title, transforms: [] },
    ])
    expect(refused([sku, title, { ...sku, from: 'code' }])).toMatchObject({
      message: 'A field can be mapped only once',
    })
    expect(refused([{ ...sku, field: 'colour' }])).toMatchObject({ path: [0, 'field'] })
  })
  test('accepts several columns for images, quantities and amounts only', () => {
    expect(refused([sku, { field: 'images', from: 'Image 1', also: ['Image 2'] }])).toBeUndefined()
    expect(refused([{ ...sku, also: ['code'] }])).toMatchObject({
      message: 'Only images, quantities and amounts can use several columns',
    })
  })
  test.each([
    { kind: 'trim' },
    { kind: 'decimal_comma' },
    { kind: 'price' },
    { kind: 'quantity_words', words: { 'sold out': 0 } },
    { kind: 'split', by: ' - ', take: 1 },
    { kind: 'prefix', text: 'AC-' },
    { kind: 'default', text: 'Acme' },
    { kind: 'lookup', table: { EUR: 'Euro' } },
    { kind: 'blank', values: ['n/a'] },
  ])('can change a cell with $kind', (transform) => {
    const [entry] = feedMapping.parse([{ ...sku, transforms: [transform] }])
    expect(entry!.transforms).toEqual([transform])
  })
  test('is limited to ten changes a cell, a split needs a separator, and 20 values can mean blank', () => {
    const trim = { kind: 'trim' }
    expect([changed(Array(10).fill(trim)), changed(Array(11).fill(trim))?.path]).toEqual([
      undefined,
      [0, 'transforms'],
    ])
    expect(changed([{ kind: 'split', by: '' }])?.path).toEqual([0, 'transforms', 0, 'by'])
    const blank = (n: number) => changed([{ kind: 'blank', values: Array(n).fill('x') }])?.path
    expect([blank(20), blank(21)]).toEqual([undefined, [0, 'transforms', 0, 'values']])
  })
})

describe('a password', () => {
  const ftp = { kind: 'ftp', host: 'ftp.example.com', port: 2121, path: '/a', user: 'me' } as const
  const http = { kind: 'http', url: 'https://example.com:8443/a', user: 'me' } as const
  test.each<[string, FeedSource, FeedSource]>([
    ['host', ftp, { ...ftp, host: 'ftp.example.org' }],
    ['port', ftp, { ...ftp, port: undefined }],
    ['user', ftp, { ...ftp, user: 'you' }],
    ['source type', ftp, { ...ftp, kind: 'ftps' }],
    ['source type', http, ftp],
    ['protocol', http, { ...http, url: 'http://example.com:8443/a' }],
    ['host', http, { ...http, url: 'https://example.com.evil.example:8443/a' }],
    ['port', http, { ...http, url: 'https://example.com/a' }],
    ['user', http, { ...http, user: '' }],
  ])('is forgotten if the %s changes', (part, before, after) => {
    expect(passwordForgotten(before, after)).toBe(
      `Password removed because the ${part} changed. Enter it again.`,
    )
  })
  test.each<[string, FeedSource, FeedSource]>([
    ['the path', ftp, { ...ftp, path: '/b' }],
    ['capitals of the host', ftp, { ...ftp, host: 'FTP.example.com' }],
    ['the path of an address', http, { ...http, url: 'https://EXAMPLE.com:8443/b?c' }],
    ['the usual port, said', { ...ftp, port: undefined }, { ...ftp, port: 21 }],
    ['an address, half typed', http, { ...http, url: 'https:' }],
  ])('is kept if only %s changes', (_what, before, after) => {
    expect(passwordForgotten(before, after)).toBeUndefined()
  })
  const places = [{ kind: 'upload' }, { kind: 'storage', key: 'a.csv' }] as const
  test.each(places)('can’t be entered again for the kind $kind', (place) => {
    expect(passwordForgotten(ftp, place)).toBe('Password removed because the source type changed')
    expect(passwordForgotten(place, place)).toBeUndefined()
  })
})
