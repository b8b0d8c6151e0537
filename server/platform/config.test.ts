import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { Secrets } from './secrets.ts'

const read = (env: Record<string, string>) =>
  readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...env })

test.each([
  ['', false],
  ['0', false],
  ['2', 2],
  ['10.0.0.0/8, 192.0.2.1,::1', ['10.0.0.0/8', '192.0.2.1', '::1']],
  ['fd00::/8', ['fd00::/8']],
])('TRUST_PROXY=%s names the proxies that are believed', (text, trusted) => {
  expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(trusted)
})
test.each(['true', '10.0.0.0/33', '10.0.0.1/', 'proxy.example.com', '-1', '10.0.0.1/8/8'])(
  'TRUST_PROXY=%s stops the start',
  (text) => {
    expect(() => read({ TRUST_PROXY: text })).toThrow(
      'TRUST_PROXY needs a number of proxies, or their addresses or networks by comma',
    )
  },
)
test('a misspelt setting stops the start with its name', () => {
  expect(() => read({ TRUST_PROXIES: '1' })).toThrow("TRUST_PROXIES isn't a setting of Feedstock")
})

test.each([
  [{}, 'Feedstock <no-reply@localhost>'],
  [{ PUBLIC_URL: 'https://feeds.example.com/' }, 'Feedstock <no-reply@feeds.example.com>'],
  [{ MAIL_FROM: 'Shop <a@example.com>' }, 'Shop <a@example.com>'],
  [{ MAIL_FROM: 'a@example.com' }, 'a@example.com'],
])('with %j letters come from %s', (env, from) => {
  expect(read(env).mailFrom).toBe(from)
})
test('a sender without an address, and an older secret that is too short, stop the start', () => {
  expect(() => read({ MAIL_FROM: 'Feedstock' })).toThrow('MAIL_FROM needs an address')
  expect(() => read({ APP_SECRET_PREVIOUS: `${'y'.repeat(32)},short` })).toThrow(
    'APP_SECRET_PREVIOUS needs at least 32 characters in each',
  )
})
test('a changed secret seals from now on, and the older ones still open and know what they signed', () => {
  const older = 'y'.repeat(32)
  const before = new Secrets(read({ APP_SECRET: older }).secrets)
  const after = new Secrets(read({ APP_SECRET_PREVIOUS: ` ${'z'.repeat(32)}, ${older}` }).secrets)
  const alone = new Secrets(read({}).secrets)
  const [sealed, token] = [before.seal('hunter2'), before.signedToken()]
  expect(after.open(sealed)).toBe('hunter2')
  expect(after.isOurs(token)).toBe(true)
  expect(alone.open(after.seal('new'))).toBe('new')
  expect(alone.isOurs(after.signedToken())).toBe(true)
  expect(alone.isOurs(token)).toBe(false)
  expect(() => alone.open(sealed)).toThrow('APP_SECRET_PREVIOUS may name it')
})
