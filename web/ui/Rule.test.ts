import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Rule } from './Rule.tsx'

/** The part of a drawing that has this class, as it is written. */
const part = (drawing: string, name: string) => new RegExp(`<[a-z]+ class="${name}"[^>]*>`).exec(drawing)?.[0]
const one = { tone: 'good', label: 'Age' } as const

test.each([
  [6, 45],
  [0, 1.5],
  [12, 90],
  [100, 90],
])('a mark of %d on a scale of 12 is %d of 90 wide', (value, width) => {
  const drawing = renderToStaticMarkup(createElement(Rule, { ...one, value, scale: 12, limit: 8 }))
  expect(part(drawing, 'mark')).toContain(` width="${width}"`)
  expect(part(drawing, 'tick')).toContain(' x1="60"')
})

test('a value beyond the scale is cut off there and written beside it', () => {
  const drawn = (value: number) =>
    renderToStaticMarkup(createElement(Rule, { ...one, value, scale: 3, beyondText: '12.4×' }))
  expect(part(drawn(12.4), 'break')).toBeDefined()
  expect(drawn(12.4)).toContain('<small>12.4×</small>')
  expect(part(drawn(3), 'break')).toBeUndefined()
  expect(drawn(3)).not.toContain('12.4×')
})
