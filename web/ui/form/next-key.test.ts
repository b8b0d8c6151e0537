import { expect, test } from 'vitest'
import { nextKey } from './next-key.ts'

test('a row that is added takes no other’s place, whatever was dropped before', () => {
  const first = nextKey({ kept_5: {} })
  const second = nextKey({ kept_5: {}, [first]: {} })
  const left = { kept_5: {}, [second]: {} }
  expect(Object.keys(left)).not.toContain(nextKey(left))
})
