import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const flags = { present: 1, verified: 4, attested: 64 }

interface Made {
  /** As a page says, which a stolen assertion of another site can't. */
  origin?: string
  /** Whether a fingerprint, face or PIN was shown. */
  verified?: boolean
}

/** A device with one passkey, as WebAuthn describes it; a browser has its own (e2e/passkeys.spec.ts). */
export function authenticator(origin = 'http://localhost:4000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const data = (flag: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flag]), count])
  }
  const client = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const shared = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  /** CBOR, as far as it is needed here. */
  const coordinates = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinates(0x21, x),
    coordinates(0x22, y),
  ])
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return {
    /** What `navigator.credentials.create` returns, as JSON. */
    create({ challenge }: { challenge: string }, { origin: from = origin, verified = true }: Made = {}) {
      const flag = flags.present + flags.attested + (verified ? flags.verified : 0)
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([data(flag), Buffer.alloc(16), length, id, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      const response = {
        clientDataJSON: client('webauthn.create', challenge, from).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return JSON.stringify({ ...shared, clientExtensionResults: {}, response })
    },
    /** What `navigator.credentials.get` returns, as JSON. */
    get({ challenge }: { challenge: string }, { origin: from = origin, verified = true }: Made = {}) {
      const authenticatorData = data(flags.present + (verified ? flags.verified : 0))
      const clientData = client('webauthn.get', challenge, from)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return JSON.stringify({ ...shared, clientExtensionResults: {}, response })
    },
  }
}
