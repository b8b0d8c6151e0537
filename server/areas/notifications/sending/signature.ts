import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new signing secret, as Standard Webhooks writes it. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64')

/**
 * The headers of a message by Standard Webhooks 1.0.0. While a secret is being changed it is signed by both.
 * @param seconds Unix time of this attempt
 */
export function signedHeaders(
  { id, seconds, body }: { id: string; seconds: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  }
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map(sign).join(' '),
  }
}
