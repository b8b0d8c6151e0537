import { request } from 'undici'
import { AddressRefused, openAddress, pinnedAgent } from '#server/platform/addresses.ts'
import { pictures } from '#server/platform/files/pictures.ts'

const limits = {
  bytes: 10 * 1024 ** 2,
  connectMs: 5000,
  stallMs: 10_000,
  totalMs: 30_000,
  redirects: 3,
  smallest: 32,
  pixels: 100_000_000,
} as const
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'])

export class ImageFailure extends Error {
  readonly code: string
  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}
export interface FetchedImage {
  bytes: number
  width: number
  height: number
  etag: string | null
  /** The picture, reduced to 320 px and re-encoded. */
  reduced: Buffer
}

/** Fetches one image, checks that it is one, and reduces it. ImageFailure says why that failed. */
export async function fetchImage(
  address: string,
  options: { etag: string | null; allowHosts: readonly string[]; signal: AbortSignal },
): Promise<FetchedImage | 'not modified'> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(limits.totalMs)])
  try {
    const response = await get(address, options, signal)
    return response === 'not modified' ? response : await reduce(response.body, response.etag)
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason
    throw asFailure(error as Error & { code?: string })
  }
}

async function get(
  address: string,
  options: { etag: string | null; allowHosts: readonly string[] },
  signal: AbortSignal,
) {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ImageFailure('bad_address', 'The address isn’t http or https')
  let url = new URL(address)
  for (let hop = 0; ; hop++) {
    if (hop > limits.redirects) throw new ImageFailure('redirects', `More than ${limits.redirects} redirects`)
    const agent = pinnedAgent(await openAddress(url.hostname, options.allowHosts, url.port), limits)
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: {
          'user-agent': 'Feedstock/1',
          accept: 'image/*',
          ...(options.etag && { 'if-none-match': options.etag }),
        },
      })
      if (statusCode === 304) return 'not modified' as const
      if ([301, 302, 303, 307, 308].includes(statusCode) && typeof headers.location === 'string') {
        url = new URL(headers.location, url)
        continue
      }
      if (statusCode !== 200)
        throw new ImageFailure(`http_${statusCode}`, `The server answered ${statusCode}`)
      const chunks: Buffer[] = []
      let bytes = 0
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > limits.bytes) throw new ImageFailure('too_large', 'The image is larger than 10 MB')
        chunks.push(chunk)
      }
      if (bytes === 0) throw new ImageFailure('empty', 'The server sent no data')
      return { body: Buffer.concat(chunks), etag: typeof headers.etag === 'string' ? headers.etag : null }
    } finally {
      await agent.destroy().catch(() => {})
    }
  }
}

async function reduce(body: Buffer, etag: string | null): Promise<FetchedImage> {
  const sharp = await pictures()
  const picture = sharp(body, { limitInputPixels: limits.pixels, failOn: 'truncated' })
  const { format, width, height } = await picture
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }))
  if (!format || !formats.has(format))
    throw new ImageFailure('not_an_image', `Not an image: the file starts with “${printable(body)}”`)
  if (width < limits.smallest || height < limits.smallest)
    throw new ImageFailure(
      'too_small',
      `The image is ${width} × ${height} pixels; at least ${limits.smallest} required`,
    )
  const reducedPicture = await picture
    .rotate()
    .resize({ width: 320, height: 320, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer()
    .catch((error: Error) => {
      throw new ImageFailure('broken', `The image is incomplete or damaged: ${error.message.split('\n')[0]}`)
    })
  return { bytes: body.length, width, height, etag, reduced: reducedPicture }
}

const printable = (body: Buffer) =>
  body
    .subarray(0, 12)
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, '.')

function asFailure(error: Error & { code?: string }): ImageFailure {
  if (error instanceof ImageFailure) return error
  if (error instanceof AddressRefused) return new ImageFailure(error.code, error.message)
  if (error.name === 'TimeoutError' || /TIMEOUT/.test(error.code ?? ''))
    return new ImageFailure('timeout', 'The server didn’t respond in time')
  return new ImageFailure('unreachable', `Couldn’t reach the server: ${error.code ?? error.message}`)
}
