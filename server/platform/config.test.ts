import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(32), ...env })

test.each([
  ['', false],
  ['0', false],
  ['2', 2],
  ['10.0.0.0/8, 192.0.2.1,::1', ['10.0.0.0/8', '192.0.2.1', '::1']],
  ['fd00::/8', ['fd00::/8']],
])('TRUST_PROXY=%s names the proxies that are believed', (text, trusted) => {
  expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(trusted)
})
test.each(['true', '10.0.0.0/33', '10.0.0.1/', 'proxy.example.com', '-1', '10.0.0.1/8/8'])('TRUST_PROXY=%s stops the start', (text) => {
  expect(() => read({ TRUST_PROXY: text })).toThrow('TRUST_PROXY needs a number of proxies, or their addresses or networks by comma')
})
test('a misspelt setting stops the start with its name', () => {
  expect(() => read({ TRUST_PROXIES: '1' })).toThrow("TRUST_PROXIES isn't a setting of Feedstock")
})
