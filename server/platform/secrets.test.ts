import { describe, expect, test } from 'vitest'
import { randomToken, Secrets, sha256 } from './secrets.ts'

const [first, second] = ['x'.repeat(32), 'y'.repeat(32)]
const secrets = new Secrets([first])
/** The same text with one letter changed. */
const altered = (text: string, at: number) => {
  const other = text.at(at) === 'A' ? 'B' : 'A'
  return text.slice(0, at < 0 ? text.length + at : at) + other + (at === -1 ? '' : text.slice(at + 1))
}

describe('an encrypted text', () => {
  test.each(['hunter2', '', 'пароль ☂', 'x'.repeat(10_000)])('decrypts unchanged: %s', (plain) => {
    expect(secrets.open(secrets.seal(plain))).toBe(plain)
  })
  test('looks different each time, reveals nothing, and names its key', () => {
    const [one, other] = [secrets.seal('hunter2'), secrets.seal('hunter2')]
    expect(one).not.toBe(other)
    expect(one).not.toContain('hunter2')
    expect(Buffer.from(one.split('.')[1]!, 'base64url').toString('latin1')).not.toContain('hunter2')
    expect(one).toMatch(/^[0-9a-f]{8}\.[\w-]+$/)
    expect(one.slice(0, 9)).toBe(other.slice(0, 9))
    expect(new Secrets([second]).seal('hunter2').slice(0, 9)).not.toBe(one.slice(0, 9))
  })
  test('altered anywhere doesn’t decrypt', () => {
    const sealed = secrets.seal('hunter2')
    const body = sealed.indexOf('.') + 1
    // of the nonce, the tag and the text
    for (const at of [body, body + 20, sealed.length - 3])
      expect(() => secrets.open(altered(sealed, at)), `${at}`).toThrow()
    expect(() => secrets.open(sealed.slice(0, -4))).toThrow()
  })
  test('with a missing key names the key', () => {
    const sealed = new Secrets([second]).seal('hunter2')
    const said = `No key ${sealed.slice(0, 8)} to decrypt a secret. Add it to APP_SECRET_PREVIOUS`
    expect(() => secrets.open(sealed)).toThrow(said)
    expect(() => secrets.open('')).toThrow('No key  to decrypt')
    expect(() => secrets.open(sealed.slice(0, 8))).toThrow(said)
  })
  test('from an earlier version of the program decrypts', () => {
    expect(secrets.open('6a143d7f.lhSCi7ZofKG4Hj47OjEezXj7khyx5ki9tr6Z9IfzqWgRnS8')).toBe('hunter2')
  })
  test('from an older secret decrypts, and new ones use the newest', () => {
    const changed = new Secrets([second, first])
    expect(changed.open(secrets.seal('hunter2'))).toBe('hunter2')
    expect(new Secrets([second]).open(changed.seal('hunter2'))).toBe('hunter2')
  })
})

describe('a page token', () => {
  test('is valid even after a secret change, and differs each time', () => {
    const token = secrets.signedToken()
    expect(token).toMatch(/^[\w-]{22}\.[\w-]{32}$/)
    expect([secrets.isOurs(token), new Secrets([second, first]).isOurs(token)]).toEqual([true, true])
    expect(secrets.signedToken()).not.toBe(token)
    expect(new Secrets([second]).isOurs(new Secrets([second, first]).signedToken())).toBe(true)
  })
  test.each([
    ['another’s', () => new Secrets([second]).signedToken()],
    ['altered at its start', () => altered(secrets.signedToken(), 0)],
    ['altered at its end', () => altered(secrets.signedToken(), -1)],
    ['cut short', () => secrets.signedToken().slice(0, -1)],
    ['without its signature', () => secrets.signedToken().split('.')[0]!],
    ['the signature alone', () => `.${secrets.signedToken().split('.')[1]}`],
    ['empty', () => ''],
    ['a sealed text', () => secrets.seal('hunter2')],
  ])('is invalid: %s', (_what, token) => expect(secrets.isOurs(token())).toBe(false))
})

test('a random token is 32 bytes and never repeats; a hash is SHA-256', () => {
  const tokens = Array.from({ length: 100 }, randomToken)
  expect(new Set(tokens).size).toBe(100)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(sha256('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
