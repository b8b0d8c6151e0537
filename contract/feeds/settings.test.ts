import { describe, expect, test } from 'vitest'
import { hostFault, passwordForgotten, typedSource, type FeedSource } from './settings.ts'

const faults = (source: object) =>
  Object.fromEntries(
    (typedSource.safeParse(source).error?.issues ?? []).map((i) => [i.path.join('.'), i.message]),
  )

describe('a host', () => {
  test.each([
    'ftp.example.com',
    'localhost',
    '10.0.0.1',
    '::1',
    '[2001:db8::1]',
    'bücher.example',
    'my_host',
    'a.example.',
  ])('may be %s', (host) => {
    expect(hostFault(host)).toBeUndefined()
  })
  test.each([
    ['ftp.example.com:21', 'the port has a field of its own'],
    ['10.0.0.1:', 'the port has a field of its own'],
    ['[::1]:21', 'the port has a field of its own'],
    ['me@ftp.example.com', 'user and password have fields of their own'],
    ['ftp://me:secret@ftp.example.com', 'user and password have fields of their own'],
    ['sftp://ftp.example.com', 'without the protocol'],
    ['ftp.example.com/feeds', 'the path has a field of its own'],
    ['two words', 'Enter a host such as'],
    ['-x', 'Enter a host such as'],
  ])('%s is refused: %s', (host, why) => {
    const said = faults({ kind: 'ftp', host, path: '/a.csv', user: 'me' })
    expect(Object.keys(said)).toEqual(['host'])
    expect(said.host).toContain(why)
  })
})

test('an address with a user or a password in it is refused on its field', () => {
  const said = 'Enter the address without user and password; they have fields of their own'
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

describe('a password', () => {
  const ftp = { kind: 'ftp', host: 'ftp.example.com', port: 2121, path: '/a', user: 'me' } as const
  const http = { kind: 'http', url: 'https://example.com:8443/a', user: 'me' } as const
  test.each<[string, FeedSource, FeedSource]>([
    ['host', ftp, { ...ftp, host: 'ftp.example.org' }],
    ['port', ftp, { ...ftp, port: undefined }],
    ['user', ftp, { ...ftp, user: 'you' }],
    ['kind of source', ftp, { ...ftp, kind: 'ftps' }],
    ['kind of source', http, ftp],
    ['protocol', http, { ...http, url: 'http://example.com:8443/a' }],
    ['host', http, { ...http, url: 'https://example.com.evil.example:8443/a' }],
    ['port', http, { ...http, url: 'https://example.com/a' }],
    ['user', http, { ...http, user: '' }],
  ])('is forgotten because the %s changes', (part, before, after) => {
    expect(passwordForgotten(before, after)).toBe(
      `The password is forgotten because the ${part} changes; enter it again`,
    )
  })
  test.each<[string, FeedSource, FeedSource]>([
    ['the path', ftp, { ...ftp, path: '/b' }],
    ['capitals of the host', ftp, { ...ftp, host: 'FTP.example.com' }],
    ['the path of an address', http, { ...http, url: 'https://EXAMPLE.com:8443/b?c' }],
    ['the usual port, said', { ...ftp, port: undefined }, { ...ftp, port: 21 }],
    ['an address, half typed', http, { ...http, url: 'https:' }],
  ])('is kept when only %s changes', (_what, before, after) => {
    expect(passwordForgotten(before, after)).toBeUndefined()
  })
  test('has nowhere to be entered again for an uploaded file', () => {
    expect(passwordForgotten(ftp, { kind: 'upload' })).toBe(
      'The password is forgotten because the kind of source changes',
    )
  })
})
