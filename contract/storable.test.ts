import { expect, test } from 'vitest'
import { isStorable, storable, storableJson } from './storable.ts'

test('text loses only what PostgreSQL can’t hold', () => {
  expect(storable('a\0b\ud800c🙂')).toBe('a�b�c🙂')
  expect(['a🙂', '\\u0000', 'a\0', '\ud83d'].map(isStorable)).toEqual([true, true, false, false])
})

test('JSON keeps a written escape, and loses one that stands for such a character, in names too', () => {
  const value = { 'a\0': ['\ud83d', '\\u0000', '\\\0', '🙂', '"\n'], n: 1 }
  expect(JSON.parse(storableJson(value))).toEqual({ 'a�': ['�', '\\u0000', '\\�', '🙂', '"\n'], n: 1 })
})
