import { expect, test } from 'vitest'
import { ownPath } from './next-path.ts'

const origin = 'https://feeds.example'

test.each(['/suppliers', '/vendors?page=2#notes', '/'])(
  '%s is a valid screen to continue to after signing in',
  (next) => expect(ownPath(next, origin)).toBe(next),
)

test.each([
  '',
  'suppliers',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '//',
])('%j isn’t a path in this app and is ignored', (next) => expect(ownPath(next, origin)).toBeUndefined())
