import { expect, test } from 'vitest'
import type { PaletteHit } from '#contract/search/palette.ts'
import { actHits } from './palette-hits.ts'

const vendor = (id: number, more: Partial<PaletteHit> = {}): PaletteHit => ({
  kind: 'vendor',
  id,
  label: `Garden ${id}`,
  detail: '',
  parent_id: null,
  best: false,
  matched: null,
  facts: '',
  held_run: null,
  ...more,
})
const none = () => {}
const app = { addSupplier: none, theme: { dark: false, turn: none }, signOut: none }
const views = (words: string, found: readonly PaletteHit[]) =>
  actHits(words, found, { app, go: none, run: none, view: none })
    .hits.filter((hit) => hit.id.startsWith('view-as-'))
    .map((hit) => hit.label)

test('“View as customer” is offered if the vendor is the only or best match', () => {
  const many = [vendor(1), vendor(2), vendor(3)]
  expect(views('garden', many)).toEqual([])
  expect(views('garden', [vendor(1)])).toEqual(['View as customer: Garden 1'])
  expect(views('garden 2', [vendor(2, { best: true }), vendor(1)])).toEqual(['View as customer: Garden 2'])
  expect(views('view as garden', many)).toHaveLength(3)
})
