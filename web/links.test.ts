import { expect, test } from 'vitest'
import { landing, links } from './links.ts'

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

test.each([
  ['finance', '/billing/'],
  ['account_manager', '/vendors/by-manager?sort=health_asc'],
  ['admin', '/dashboards/monitoring'],
  ['support', '/vendors/search'],
  ['customer', links.accountDetails()],
])('%s starts at %s', (role, address) => expect(landing(role)).toBe(address))
