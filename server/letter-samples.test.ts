import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { letterText } from './platform/mail/letter.ts'
import { letterSamples } from './letter-samples.ts'

test('every email that an area sends has a sample for staff', async () => {
  const files = globSync('areas/*/letters.ts', { cwd: import.meta.dirname })
  const modules = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file)) as Promise<object>),
  )
  const letters = modules.flatMap((one) => Object.keys(one).filter((name) => name.endsWith('Letter')))
  expect(letters.length).toBeGreaterThan(4)
  expect(Object.keys(letterSamples).toSorted()).toEqual(letters.toSorted())
})

test('no email shows a date in machine format, except in the names of files', () => {
  for (const [name, letter] of Object.entries(letterSamples)) {
    const text = letterText(letter, 'https://feedstock.example').replaceAll(/[\w-]+\.(csv|pdf)/g, '')
    expect(text, name).not.toMatch(/\d{4}-\d\d-\d\d/)
  }
})

test('no email contains a straight apostrophe or a blank value', () => {
  for (const [name, letter] of Object.entries(letterSamples)) {
    const text = letterText(letter, 'https://feedstock.example')
    expect(text, name).not.toMatch(/\w'\w/)
    expect(text, name).not.toMatch(/: +(,|$)/m)
  }
})
