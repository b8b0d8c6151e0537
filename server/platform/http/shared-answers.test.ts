import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { sharedWork, zippedOnce } from './shared-answers.ts'

/** Work that ends when it is told to, and counts how often it was begun. */
function steps() {
  const begun: PromiseWithResolvers<string>[] = []
  const work = () => {
    const step = Promise.withResolvers<string>()
    begun.push(step)
    return step.promise
  }
  return { begun, work }
}
const settled = () => new Promise(setImmediate)

it('gives calls that come while work is under way the next result, read once for all of them', async () => {
  const share = sharedWork<string>()
  const { begun, work } = steps()
  const first = share(work)
  const later = [share(work), share(work), share(work)]
  await settled()
  expect(begun).toHaveLength(1)
  begun[0]!.resolve('before')
  await expect(first).resolves.toBe('before')
  await settled()
  expect(begun).toHaveLength(2)
  const last = share(work)
  begun[1]!.resolve('after')
  await expect(Promise.all(later)).resolves.toEqual(['after', 'after', 'after'])
  await settled()
  expect(begun).toHaveLength(3)
  begun[2]!.resolve('last')
  await expect(last).resolves.toBe('last')
})

it('reads again when nothing is under way', async () => {
  const share = sharedWork<number>()
  let reads = 0
  const read = () => Promise.resolve(++reads)
  expect([await share(read), await share(read)]).toEqual([1, 2])
})

it('goes on after a failure, which only those hear that shared it', async () => {
  const share = sharedWork<string>()
  const { begun, work } = steps()
  const [first, second] = [share(work), share(work)]
  begun[0]!.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await settled()
  begun[1]!.resolve('works again')
  await expect(second).resolves.toBe('works again')
})

it('compresses the text that it keeps', async () => {
  const { text, zipped } = await zippedOnce('{"suppliers":[]}')
  expect([text, gunzipSync(zipped).toString()]).toEqual(['{"suppliers":[]}', '{"suppliers":[]}'])
})
