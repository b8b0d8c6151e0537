import { expect, test } from 'vitest'
import { links } from './links.ts'

test.each([
  [undefined, '/login'],
  ['/', '/login'],
  ['/login', '/login'],
  ['/account/x?y=1', '/login?next=%2Faccount%2Fx%3Fy%3D1'],
  ['/login?next=%2Faccount%2Fx%3Fy%3D1', '/login?next=%2Faccount%2Fx%3Fy%3D1'],
  [links.login(links.login('/vendors/search')), '/login?next=%2Fvendors%2Fsearch'],
  ['/login?next=/login?next=/suppliers/', '/login?next=%2Fsuppliers%2F'],
  ['/login-history', '/login?next=%2Flogin-history'],
])('signing in at %s leads by %s', (next, address) => expect(links.login(next)).toBe(address))
