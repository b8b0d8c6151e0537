import { expect, test } from 'vitest'
import { ownPath } from './next-path.ts'

const origin = 'https://feeds.example'

test.each(['/suppliers', '/vendors?page=2#notes', '/'])('%s is where one goes on after signing in', (next) =>
  expect(ownPath(next, origin)).toBe(next),
)

test.each([
  '',
  'suppliers',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '//',
])('%j is no path of this app: nobody is led there', (next) => expect(ownPath(next, origin)).toBeUndefined())
