import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
export const randomToken = () => randomBytes(32).toString('base64url')

/** Encryption at rest and signatures, by keys derived from APP_SECRET (docs/domain/writes.md, Secrets). */
export class Secrets {
  readonly #keys = new Map<string, Buffer>()
  readonly #current: { id: string; key: Buffer }
  readonly #signs: readonly [Buffer, ...Buffer[]]

  /** @param secrets the newest first; older ones still open and verify what they sealed and signed */
  constructor(secrets: readonly [string, ...string[]]) {
    const derive = (secret: string, purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, '', `feedstock ${purpose}`, 32))
    const keyOf = (secret: string) => ({
      id: sha256(`id:${secret}`).toString('hex').slice(0, 8),
      key: derive(secret, 'at rest'),
    })
    for (const { id, key } of secrets.map(keyOf)) this.#keys.set(id, key)
    const [newest, ...older] = secrets
    this.#current = keyOf(newest)
    this.#signs = [derive(newest, 'signatures'), ...older.map((secret) => derive(secret, 'signatures'))]
  }

  /** AES-256-GCM; the key's id comes before the ciphertext. */
  seal(plain: string): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#current.key, iv)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return `${this.#current.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
  }

  open(sealedText: string): string {
    const [id = '', body = ''] = sealedText.split('.')
    const key = this.#keys.get(id)
    if (!key) throw new Error(`No key ${id} to decrypt a secret. Add it to APP_SECRET_PREVIOUS`)
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }

  /** A keyed hash, so that the input can't be guessed without the secret. */
  digest(text: string): Buffer {
    return createHmac('sha256', this.#signs[0]).update(text).digest()
  }

  /** Verified tokens: every request brings one, and a signature costs as much as the routing does. */
  readonly #seen = new Set<string>()

  /**
   * A token that only this service can have issued: `random.signature`.
   * @param holder what it is bound to, such as a session
   */
  signedToken(holder = ''): string {
    const random = randomBytes(16).toString('base64url')
    return `${random}.${signature(this.#signs[0], `${random} ${holder}`)}`
  }

  isOurs(token: string, holder = ''): boolean {
    const seenKey = `${token} ${holder}`
    if (this.#seen.has(seenKey)) return true
    const [random = '', end = ''] = token.split('.')
    const given = Buffer.from(end)
    const isOurs = this.#signs.some((key) => {
      const right = Buffer.from(signature(key, `${random} ${holder}`))
      return given.length === right.length && timingSafeEqual(given, right)
    })
    if (isOurs) {
      if (this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.add(seenKey)
    }
    return isOurs
  }
}

const mostSeen = 10_000
const signature = (key: Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, 32)
