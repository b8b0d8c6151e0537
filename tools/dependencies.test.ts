import { expect, test } from 'vitest'
import { changesBetween, faultsOf } from './dependencies.ts'

const sound = { version: '1.2.3', integrity: 'sha512-abc', license: 'MIT' }
const faults = (entry: object, name = 'some') => faultsOf(`node_modules/${name}`, { ...sound, ...entry })

test('a package with a checksum and an agreed license passes', () => {
  expect(faults({})).toEqual([])
  expect(faults({ license: '(MIT AND Zlib)' })).toEqual([])
})

test('a package without a checksum fails, unless it is a binary of another system', () => {
  expect(faults({ integrity: undefined })).toEqual(['some 1.2.3 has no checksum'])
  const binary = { integrity: undefined, license: undefined, optional: true, os: ['win32'] }
  expect(faults(binary)).toEqual([])
})

test('a license that nobody agreed to, an install script and a deprecated package fail', () => {
  expect(faults({ license: 'GPL-3.0' })).toEqual([
    'some 1.2.3 has the license GPL-3.0, which we haven’t agreed to',
  ])
  expect(faults({ license: 'MIT OR GPL-3.0' })).toHaveLength(1)
  expect(faults({ license: undefined })).toEqual(['some 1.2.3 has no license'])
  expect(faults({ hasInstallScript: true })).toEqual(['some 1.2.3 runs a script when it is installed'])
  expect(faults({ hasInstallScript: true }, 'ssh2')).toEqual([])
  expect(faults({ deprecated: 'use another' })).toEqual(['some 1.2.3 is deprecated: use another'])
})

test('the lock names no registry', () => {
  expect(faults({ resolved: 'somewhere' })).toEqual(['some 1.2.3 names the registry that it came from'])
})

test('a comparison lists added, removed and changed packages, and a checksum that changed alone', () => {
  const before = {
    'node_modules/kept': sound,
    'node_modules/older': sound,
    'node_modules/dropped': { ...sound, dev: true },
    'node_modules/republished': sound,
  }
  const after = {
    'node_modules/kept': sound,
    'node_modules/older': { ...sound, version: '2.0.0', integrity: 'sha512-def' },
    'node_modules/new': sound,
    'node_modules/republished': { ...sound, integrity: 'sha512-other' },
  }
  expect(changesBetween(before, after)).toEqual([
    'removed  dropped 1.2.3 (development)',
    'added    new 1.2.3 (production, MIT)',
    'changed  older 1.2.3 to 2.0.0 (production)',
    'changed  republished 1.2.3 to 1.2.3 (production, CHECKSUM CHANGED)',
  ])
})
