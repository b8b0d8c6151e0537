import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { harness, runFeed, staff, type Client } from '#server/test/harness.ts'
import { makeSeller, updateNow } from '#server/test/stores/sellers.ts'

const h = harness({ worker: true })
let c: Client
beforeAll(async () => {
  c = await staff(h)
  await h.services.db.insertInto('market').values({ market_id: 99, market_name: 'Files' }).execute()
})

const mapping = (['sku', 'title', 'wholesale_price', 'quantity', 'images'] as const).map((field) => ({
  field,
  from: field,
  transforms: [],
}))
let shops = 0
/** A store that is told what a feed's file says. @returns what each further file of it has the store told */
async function shop(settings: object) {
  const folder = `images-${++shops}`
  const { feed, vendor_store_id } = await makeSeller(h, {
    market_id: 99,
    settings,
    store: { drop_to: { kind: 'storage', folder } },
    feed: { mapping },
  })
  const at = join(h.dir, 'files', 'stores', folder)
  const read = new Set<string>()
  return async (row: string) => {
    await feed.publish(`${mapping.map(({ from }) => from).join(',')}\n${row}\n`)
    await runFeed(c, feed.feed_id)
    await updateNow(c, vendor_store_id)
    const fresh = (existsSync(at) ? readdirSync(at) : []).filter((name) => !read.has(name))
    return fresh.map((name) => {
      read.add(name)
      const [head, line] = readFileSync(join(at, name), 'utf8').split('\n')
      const images = head!.split(',').indexOf('images')
      return images < 0 ? head : line!.split(',')[images]
    })
  }
}
const [one, two] = ['https://img.example.com/1.jpg', 'https://img.example.com/2.jpg']

test('a store is sent every image that a feed names', async () => {
  const told = await shop({})
  expect(await told(`A,Ant,10,5,${one}|${two}`)).toEqual([`${one}|${two}`])
})

test('a store without multiple images is sent only the first', async () => {
  const told = await shop({ upload_multi_images: false })
  expect(await told(`A,Ant,10,5,${one}|${two}`)).toEqual([one])
})

test('a new product keeps its images if no more are sent later', async () => {
  const told = await shop({ skip_multi_image: true })
  expect(await told(`A,Ant,10,5,${one}|${two}`)).toEqual([`${one}|${two}`])
  expect(await told(`A,Ant,10,7,${one}|${two}`)).toEqual(['sku,quantity,active'])
  expect(await told(`A,Aunt,10,7,${one}|${two}`)).toEqual([one])
})
