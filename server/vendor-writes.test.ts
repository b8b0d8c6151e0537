import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { onlyReads, operations, refusalsOf } from '#contract/operation.ts'
import { referencesOfAreas } from './test/references.ts'

/** Writes that a vendor's lock refuses and that hold no vendor, and why. */
const exempt: Record<string, string> = {
  noteViewer: 'says who has the page open; changes nothing of the vendor',
  previewFeed: 'saves nothing',
  startExport: 'reads a list; the vendor stays as it is',
}

const references = referencesOfAreas()
const known = 'server/areas/vendor-record/known-vendor.ts'
const holding = ['lockVendor', 'lockVendorOf', 'lockAnyVendor', 'lockUndeletedVendor'].map(
  (name) => `${known} ${name}`,
)
const skipping = 'server/areas/vendor-record/lock.ts isOpenTo'

function holdsVendor(place: string, seen = new Set<string>()): boolean {
  if (holding.includes(place) || place === skipping) return true
  if (seen.has(place)) return false
  seen.add(place)
  return [...(references.get(place) ?? [])].some((next) => holdsVendor(next, seen))
}

const writes = [...operations(contract)]
  .filter(({ op }) => !onlyReads(op) && refusalsOf(op).includes('locked'))
  .map(({ name }) => name)

// a write that holds no vendor changes one that was locked or deleted while it waited
test.each(writes.filter((name) => !(name in exempt)))(
  '%s keeps its vendor’s row locked until it ends',
  (name) => {
    const places = [...references.keys()].filter((place) => place.endsWith(`.ts ${name}`))
    const locking = places.filter((place) => holdsVendor(place))
    expect(locking, `${name} must call lockVendor, or another lock of the vendor’s row`).not.toEqual([])
  },
)
test('the exempt operations are existing writes that lock no vendor’s row', () => {
  for (const name of Object.keys(exempt)) {
    expect(writes).toContain(name)
    const places = [...references.keys()].filter((place) => place.endsWith(`.ts ${name}`))
    expect(places.filter((place) => holdsVendor(place))).toEqual([])
  }
})
