import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from 'undici'
import { AddressRefused, isClosed, openAddress, pinnedAgent } from './addresses.ts'

describe('feeds can’t fetch from the first or last address of', () => {
  test.each([
    ['this host', '0.0.0.0', '0.255.255.255'],
    ['private networks', '10.0.0.0', '10.255.255.255'],
    ['carriers’ networks', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.255'],
    ['link-local addresses, a cloud’s metadata among them', '169.254.0.0', '169.254.255.255'],
    ['the middle private network', '172.16.0.0', '172.31.255.255'],
    ['protocol assignments', '192.0.0.0', '192.0.0.255'],
    ['home networks', '192.168.0.0', '192.168.255.255'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['multicast and reserved addresses', '224.0.0.0', '255.255.255.255'],
    ['nothing, loopback and wrapped IPv4', '::', '::ffff:ffff'],
    ['unique local addresses', 'fc00::', 'fdff:ffff::1'],
    ['link-local IPv6', 'fe80::', 'febf:ffff::1'],
    ['site-local IPv6', 'fec0::', 'feff:ffff::1'],
    ['multicast IPv6', 'ff00::', 'ffff::1'],
    ['translated IPv4', '64:ff9b::', '64:ff9b::ffff:ffff'],
    ['locally translated IPv4', '64:ff9b:1::', '64:ff9b:1:ffff::1'],
    ['Teredo', '2001::', '2001:0:ffff::1'],
    ['6to4', '2002::', '2002:ffff::1'],
  ])('%s', (_what, first, last) => expect([isClosed(first), isClosed(last)]).toEqual([true, true]))
})

test.each([
  '::1',
  'fe80::1%eth0',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:a9fe:a9fe',
  '0:0:0:0:0:ffff:7f00:1',
  '::7f00:1',
  '::10.0.0.1',
  '64:ff9b::7f00:1',
])('feeds can’t fetch from a private address in any notation: %s', (address) =>
  expect(isClosed(address)).toBe(true),
)

test.each([
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.1',
  '191.255.255.255',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '93.184.216.34',
  '::1:0:0',
  'fbff::1',
  'fe00::1',
  'fe7f::1',
  '64:ff9b::1:0:0',
  '64:ff9b:2::',
  '2001:1::',
  '2001:db8::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700::1111',
  '::ffff:93.184.216.34',
])('feeds can fetch from %s', (address) => expect(isClosed(address)).toBe(false))

describe('a host', () => {
  const refused = (code: string, message: string) =>
    expect.objectContaining({ code, message: expect.stringContaining(message) })
  test('with a public address is connected to at that address', async () => {
    expect(await openAddress('93.184.216.34', [])).toBe('93.184.216.34')
    expect(await openAddress('[2606:4700::1111]', [])).toBe('2606:4700::1111')
  })
  test.each(['127.0.0.1', '[::1]', 'localhost'])('in the private network is refused: %s', async (host) => {
    const said = `The host ${host} resolves to `
    await expect(openAddress(host, [], '80')).rejects.toThrow(AddressRefused)
    await expect(openAddress(host, [], '80')).rejects.toEqual(refused('forbidden_address', said))
    await expect(openAddress(host, [], '80')).rejects.toThrow('FETCH_ALLOW_HOSTS may allow it')
  })
  test('is allowed by its name or its name and port, and by no other', async () => {
    expect(await openAddress('127.0.0.1', ['127.0.0.1'], '80')).toBe('127.0.0.1')
    expect(await openAddress('127.0.0.1', ['a.example', '127.0.0.1:80'], '80')).toBe('127.0.0.1')
    expect(await openAddress('LocalHost', ['localhost'], '80')).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(await openAddress('LocalHost', ['localhost:80'], '80')).toMatch(/^(127\.0\.0\.1|::1)$/)
    expect(await openAddress('[::1]', ['::1'])).toBe('::1')
    for (const allowed of ['127.0.0.1:81', '127.0.0.11', 'localhost'])
      await expect(openAddress('127.0.0.1', [allowed], '80')).rejects.toThrow('private network')
    await expect(openAddress('127.0.0.1', ['127.0.0.1:80'])).rejects.toThrow('private network')
  })
  test('that doesn’t exist is unreachable, even if allowed', async () => {
    const host = 'nobody.invalid'
    const said = 'The host nobody.invalid has no address'
    await expect(openAddress(host, [host])).rejects.toEqual(refused('unreachable', said))
  })
})

describe('a request', () => {
  const server = createServer((req, res) => {
    if (req.url === '/silent') return
    if (req.url === '/half') return void res.write('a')
    res.end(req.headers.host)
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const asked = async (path: string, stallMs: number) => {
    const dispatcher = pinnedAgent('127.0.0.1', { connectMs: 5000, stallMs })
    try {
      return await (await request(`http://nobody.invalid:${port}${path}`, { dispatcher })).body.text()
    } finally {
      await dispatcher.destroy()
    }
  }
  test('goes to the checked address, whatever its name resolves to', async () => {
    expect(await asked('/', 5000)).toBe(`nobody.invalid:${port}`)
  })
  test('ends when the server stops responding', async () => {
    await expect(asked('/silent', 1)).rejects.toThrow('Headers Timeout')
    await expect(asked('/half', 1)).rejects.toThrow('Body Timeout')
  })
})
