import { generateKeyPairSync } from 'node:crypto'
import type { AnyAuthMethod } from 'ssh2'
import { describe, expect, test } from 'vitest'
import { KeyUnreadable, secretFault, sftpLogin } from './sftp.ts'

const rsaKey = (encryption: object = {}) =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem', ...encryption },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey
const key = rsaKey()
const locked = rsaKey({ cipher: 'aes-128-cbc', passphrase: 'secret' })

/** What is sent to a server that takes every way to sign in. */
function sent(secret: string): AnyAuthMethod {
  const { authHandler } = sftpLogin('ann', secret)
  if (typeof authHandler !== 'function') throw new Error('no handler')
  const methods: unknown[] = []
  for (const left of [null, ['password', 'publickey', 'keyboard-interactive'] as const])
    authHandler(left as never, false, (method) => void methods.push(method))
  return methods[1] as AnyAuthMethod
}

describe('a private key is never sent as a password', () => {
  test.each([
    ['the key alone', key],
    [
      'attributes before it',
      `Bag Attributes\n    friendlyName: shop\nKey Attributes: <No Attributes>\n${key}`,
    ],
    ['a line before it', `hunter2\n${key}`],
    ['a line after it', `${key}\nhunter2`],
    ['quotes', `"${key.trim()}"`],
    ['indents and Windows line ends', key.replaceAll(/^/gm, '  ').replaceAll('\n', '\r\n')],
  ])('with %s, it signs', (_, secret) => {
    expect(sent(secret)).toEqual({ type: 'publickey', username: 'ann', key })
    expect(secretFault(secret, 'sftp')).toBeUndefined()
  })

  test.each([
    ['cut off', key.slice(0, 300), 'This private key isn’t valid. Enter all of its lines, in OpenSSH format'],
    [
      'in one line',
      key.replaceAll('\n', ' '),
      'This private key isn’t valid. Enter all of its lines, in OpenSSH format',
    ],
    [
      'of ssh.com',
      '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nP2/56wAAAgIAAAAm\n---- END SSH2 ENCRYPTED PRIVATE KEY ----',
      'This private key isn’t valid. Enter all of its lines, in OpenSSH format',
    ],
    ['with a passphrase', locked, 'This private key has a passphrase. Enter one without'],
  ])('one %s is refused', (_, secret, fault) => {
    expect(() => sftpLogin('ann', secret)).toThrow(KeyUnreadable)
    expect(secretFault(secret, 'sftp')).toBe(fault)
  })

  test.each(['ftp', 'ftps', 'http'])('one over %s is refused', (kind) => {
    expect(secretFault(`hunter2\n${key}`, kind)).toBe('Keys work with SFTP only')
    expect(secretFault('hunter2', kind)).toBeUndefined()
  })
})
