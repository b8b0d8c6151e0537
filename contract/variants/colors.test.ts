import { expect, test } from 'vitest'
import { hexOf } from './colors.ts'

test.each([
  ['red', '#ff0000'],
  [' Navy ', '#000080'],
  ['Dark Red', '#8b0000'],
  ['light-grey', '#d3d3d3'],
  ['GREY', '#808080'],
  ['Medium', undefined],
  ['constructor', undefined],
  ['', undefined],
])('the color “%s” has the hex value %s', (name, hex) => expect(hexOf(name)).toBe(hex))
