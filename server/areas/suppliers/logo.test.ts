import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { harness, makeFeed, staff, type Client } from '#server/test/harness.ts'
import { sendParts, type Part } from '#server/test/multipart.ts'

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
    expect((await upload('logo.png', Buffer.alloc(104_858))).body.error.message).toBe(
      'Error uploading logo : the image is larger than 0.1 MB',
    )
    expect((await upload('logo.png', await picture.png().toBuffer(), 'other')).status).toBe(400)
    expect((await c.get(`/api/suppliers/${id}`)).body.dropshipper.dropshipper_logo).toBe(
      body.dropshipper_logo,
    )
  })
  test('comes alone: a second image, or a part of another name, is refused and nothing is stored', async () => {
    const { dropshipper_id: id } = await makeFeed(h)
    const picture = sharp({ create: { width: 9, height: 3, channels: 3, background: '#275' } })
    const bytes = await picture.png().toBuffer()
    const file = (name: string) => ({ name, fileName: 'logo.png', bytes })
    const send = (parts: Part[]) => sendParts(h, c, `/api/suppliers/${id}/logo`, parts)
    const refused = await send([file('logo'), file('logo')])
    expect([refused.status, refused.body.error.fields]).toEqual([400, { logo: 'Send one image only' }])
    const beside = await send([file('logo'), file('picture'), { name: 'color', bytes: Buffer.from('red') }])
    expect([beside.status, beside.body.error.fields]).toEqual([
      400,
      { picture: 'Unknown field', color: 'Unknown field' },
    ])
    expect((await c.get(`/api/suppliers/${id}`)).body.dropshipper.dropshipper_logo).toBeNull()
    expect((await send([file('dropshipper_logo')])).status).toBe(200)
  })
})
