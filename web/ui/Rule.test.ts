import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MovedRule } from './MovedRule.tsx'
import { Rule } from './Rule.tsx'

/** The part of a drawing that has this class, as it is written. */
const part = (drawing: string, name: string) => new RegExp(`<[a-z]+ class="${name}"[^>]*>`).exec(drawing)?.[0]
const one = { tone: 'good', label: 'Age' } as const

test.each([
  [6, 45],
  [0, 1.5],
  [12, 90],
  [100, 90],
])('the mark of %d on a scale of 12 is %d of 90 wide', (value, width) => {
  const drawing = renderToStaticMarkup(createElement(Rule, { ...one, value, scale: 12, limit: 8 }))
  expect(part(drawing, 'mark')).toContain(` width="${width}"`)
  expect(part(drawing, 'tick')).toContain(' x1="60"')
})

test.each([
  [30, 'x1="62%" x2="86%"'],
  [-30, 'x1="38%" x2="14%"'],
  [-400, 'x1="38%" x2="2%"'],
  [10, undefined],
  [0, undefined],
])('a measure that moved by %d %% shows its way past a limit of 10 %%', (moved, way) => {
  const given = { ...one, moved, limit: 10, usual: null, scale: 40 }
  const past = part(renderToStaticMarkup(createElement(MovedRule, given)), 'past')
  if (way) expect(past).toContain(way)
  else expect(past).toBeUndefined()
})
