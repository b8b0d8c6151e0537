import { expect, test } from 'vitest'
import { whysShown } from '#contract/pricing/shown-price.ts'
import { shownSentence } from './shown-words.ts'

const said = (why: (typeof whysShown)[number], text: string | null = null) =>
  shownSentence({ why, text, store_update_id: null, until: null })

test('every reason for a different price in the store has an explanation', () => {
  for (const why of whysShown) expect(said(why)).toMatch(/^\S.{8}/)
  expect(said('stopped', 'Login refused')).toBe('The store’s updates are stopped: Login refused')
  expect(said('refused', 'No such UPC')).toContain('No such UPC')
  expect(said('discarded', 'Wrong file')).toBe('was rejected later, “Wrong file”')
  expect(said('discarded')).toBe('was rejected later')
  expect(said('skip_price_updates')).toContain('“Skip price updates” is on')
})
