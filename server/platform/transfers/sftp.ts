import ssh2, { type AnyAuthMethod, type AuthenticationType, type ConnectConfig } from 'ssh2'
import { isPrivateKey } from '#contract/private-keys.ts'

/** What is wrong with a private key that was entered. */
export class KeyUnreadable extends Error {}

/**
 * How a user signs in at an SFTP server: by the private key, if the secret is one, or by the password in the way that
 * the server takes it. A password is sent once, so that a wrong one locks nobody out sooner.
 * @throws KeyUnreadable
 */
export function sftpLogin(username: string, secret: string): Pick<ConnectConfig, 'username' | 'authHandler'> {
  const key = isPrivateKey(secret) ? readKey(secret) : undefined
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

function readKey(text: string): string {
  const key = `${text.trim().replaceAll('\r\n', '\n')}\n`
  const parsed = ssh2.utils.parseKey(key)
  if (parsed instanceof Error)
    throw new KeyUnreadable('The private key isn’t valid. Paste all of its lines, without a passphrase')
  return key
}
