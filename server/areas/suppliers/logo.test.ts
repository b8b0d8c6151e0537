import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'

const h = harness()
let c: Client
beforeAll(async () => {
  c = await staff(h)
})

describe('a logo', () => {
  test('is re-encoded from an image and served; other files, damaged or too large ones store nothing', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const picture = sharp({ create: { width: 900, height: 300, channels: 3, background: '#275' } })
    const upload = (name: string, bytes: Buffer, field = 'logo') =>
      c.upload(`/api/suppliers/${id}/logo`, field, name, bytes)
    const { body, status } = await upload('logo.png', await picture.png().toBuffer())
    expect(status).toBe(200)
    const served = await h.app.inject({
      url: body.dropshipper_logo,
      headers: { ...c.raw.headers, cookie: c.raw.cookie },
    })
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400 })
    expect((await upload('logo.png', Buffer.from('<svg onload="x()"/>'))).body.error).toMatchObject({
      message: 'Error uploading logo : Not a PNG, JPEG, WebP or GIF',
      fields: { logo: expect.any(String) },
    })
    expect((await upload('logo.png', (await picture.png().toBuffer()).subarray(0, 200))).status).toBe(400)
    expect((await upload('logo.png', Buffer.alloc(102_401))).body.error.message).toBe(
      'Error uploading logo : the image is larger than 0.1 MB',
    )
    expect((await upload('logo.png', await picture.png().toBuffer(), 'other')).status).toBe(400)
    expect((await c.get(`/api/suppliers/${id}`)).body.dropshipper.dropshipper_logo).toBe(
      body.dropshipper_logo,
    )
  })
})
