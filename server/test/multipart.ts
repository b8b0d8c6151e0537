import type { Client, Harness } from './harness.ts'

export interface Part {
  name: string
  /** A file's; none: the part is a plain field. */
  fileName?: string
  bytes: Buffer
}

/** Sends several parts of a form in one request. */
export function sendParts(h: Harness, c: Client, url: string, parts: readonly Part[]) {
  const head = ({ name, fileName }: Part) =>
    `--part\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n\r\n`
  const payload = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(head(part)), part.bytes, Buffer.from('\r\n')]),
    Buffer.from('--part--\r\n'),
  ])
  return sendMultipart(h, c, url, payload)
}

/** Sends the bytes of a form as they are, whole or not; `--part` separates its parts. */
export async function sendMultipart(h: Harness, c: Client, url: string, payload: Buffer | string) {
  const reply = await h.app.inject({
    method: 'POST',
    url,
    headers: {
      ...c.raw.headers,
      cookie: c.raw.cookie,
      'content-type': 'multipart/form-data; boundary=part',
    },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}
