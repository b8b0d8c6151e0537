import { expect, test } from 'vitest'
import { nextKey } from './next-key.ts'

test('a new row never reuses a key, even after rows were removed', () => {
  const first = nextKey({ kept_5: {} })
  const second = nextKey({ kept_5: {}, [first]: {} })
  const left = { kept_5: {}, [second]: {} }
  expect(Object.keys(left)).not.toContain(nextKey(left))
})
