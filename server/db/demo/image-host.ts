import type { FastifyInstance } from 'fastify'
import { pictures } from '#server/platform/files/pictures.ts'
import { Random } from '#server/platform/random.ts'

const path = '/dev/supplier-images'
export const pictureName = (thing: string): string => `${thing.toLowerCase().replaceAll(' ', '-')}.jpg`
/** The URL of the picture of a kind of product. */
export const demoImage = (publicUrl: string, prefix: string, thing: string): string =>
  `${publicUrl}${path}/${prefix.toLowerCase()}/${pictureName(thing)}`

/**
 * A stand-in for the suppliers' image hosts, over real HTTP: most pictures are there, some are gone,
 * broken, tiny, or a page instead. Never in production.
 */
export function serveDemoImages(app: FastifyInstance): void {
  const images = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { prefix: string; file: string } }>(`${path}/:prefix/:file`, async (req, reply) => {
    const { prefix, file } = req.params
    const dice = new Random(hash(prefix + file)).next()
    if (dice < 0.02) return reply.status(404).type('text/plain').send('Image not found')
    if (dice < 0.03) return reply.type('text/html').send('<html><body>This image has moved</body></html>')
    const etag = `"${hash(file).toString(36)}"`
    if (req.headers['if-none-match'] === etag) return reply.status(304).send()
    const size = dice < 0.036 ? 16 : 320
    const key = `${size} ${file}`
    const drawing = images.get(key) ?? draw(file, size)
    images.set(key, drawing)
    const picture = await drawing
    if (images.size > 500) images.clear()
    return reply
      .type('image/jpeg')
      .header('etag', etag)
      .send(dice < 0.04 ? picture.subarray(0, picture.length / 3) : picture)
  })
}

const hash = (text: string): number => new TextEncoder().encode(text).reduce((h, c) => (h * 31 + c) >>> 0, 7)

async function draw(file: string, size: number): Promise<Buffer> {
  const r = new Random(hash(file))
  const hue = r.int(0, 359)
  const sharp = await pictures()
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 480 480">
        <rect width="480" height="480" fill="hsl(${hue},38%,88%)"/>
        <circle cx="${r.int(180, 300)}" cy="${r.int(180, 300)}" r="${r.int(80, 150)}"
          fill="hsl(${hue},45%,52%)"/>
        <rect x="${r.int(40, 200)}" y="${r.int(200, 300)}" rx="18"
          width="${r.int(120, 240)}" height="${r.int(60, 120)}" fill="hsl(${(hue + 40) % 360},50%,40%)"/>
      </svg>`,
    ),
  )
    .jpeg({ quality: 70 })
    .toBuffer()
}
