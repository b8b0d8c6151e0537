import ssh2, { type AnyAuthMethod, type AuthenticationType, type ConnectConfig } from 'ssh2'
import { isPrivateKey, keysNeedSftp } from '#contract/private-keys.ts'

/** What is wrong with a private key that was entered. */
export class KeyUnreadable extends Error {}

/**
 * How a user signs in at an SFTP server: by the private key, if the secret is one, or by the password in the way that
 * the server takes it. A password is sent once, so that a wrong one locks nobody out sooner.
 * @throws KeyUnreadable
 */
export function sftpLogin(username: string, secret: string): Pick<ConnectConfig, 'username' | 'authHandler'> {
  // of an earlier save, several lines may be a key without its first one
  const key = isPrivateKey(secret) || secret.includes('\n') ? readKey(secret) : undefined
  const methods: readonly AnyAuthMethod[] = key
    ? [{ type: 'publickey', username, key }]
    : [
        { type: 'password', username, password: secret },
        {
          type: 'keyboard-interactive',
          username,
          prompt: (...asked) => {
            const [, , , prompts, finish] = asked
            finish(prompts.map(({ echo }) => (echo ? '' : secret)))
          },
        },
      ]
  let isAsked = false
  let isTried = false
  return {
    username,
    authHandler: (methodsLeft: AuthenticationType[] | null, _isPartial, next) => {
      // the types lack it
      const stop = false as never
      // first the server is asked which ways it takes
      if (!isAsked) {
        isAsked = true
        return next({ type: 'none', username })
      }
      const method = methods.find(({ type }) => methodsLeft?.includes(type))
      if (isTried || !method) return next(stop)
      isTried = true
      next(method)
    },
  }
}

/** Why a secret can't be sent to a server of this kind. Undefined: it can. */
export function secretFault(secret: string | undefined, kind: string): string | undefined {
  if (!secret || !isPrivateKey(secret)) return undefined
  return kind === 'sftp' ? keyFault(secret) : keysNeedSftp
}

/** Why a private key can't be used. Undefined: it can. */
export function keyFault(secret: string): string | undefined {
  try {
    readKey(secret)
    return undefined
  } catch (error) {
    if (error instanceof KeyUnreadable) return error.message
    throw error
  }
}

function readKey(secret: string): string {
  const key = `${keyIn(secret)}\n`
  const error = parseFault(key)
  if (error === undefined) return key
  throw new KeyUnreadable(
    /passphrase|BEGIN ENCRYPTED/.test(error + key)
      ? 'This private key has a passphrase. Enter one without'
      : 'This private key isn’t valid. Enter all of its lines, in OpenSSH format',
  )
}

/** The library may also throw on a damaged key. */
function parseFault(key: string): string | undefined {
  try {
    const parsed = ssh2.utils.parseKey(key)
    return parsed instanceof Error ? parsed.message : undefined
  } catch (error) {
    return (error as Error).message
  }
}

const pem = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----\n[\s\S]*?\n\s*-----END \1-----/
const putty = /PuTTY-User-Key-File-[\s\S]*?\nPrivate-MAC: \w+/
/** The key alone: OpenSSL writes attributes before it, and a copy may have quotes or indents. */
function keyIn(secret: string): string {
  const lines = secret.replaceAll(/\r\n?/g, '\n')
  const [pemKey] = pem.exec(lines) ?? []
  if (pemKey !== undefined) return pemKey.replaceAll(/^[ \t]+|[ \t]+$/gm, '')
  return putty.exec(lines)?.[0] ?? lines.trim()
}
