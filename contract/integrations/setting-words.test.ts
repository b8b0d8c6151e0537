import { expect, test } from 'vitest'
import { settingGroups, settingWords, withoutEffect } from './setting-words.ts'
import { integrationSettings, settingLabels, type IntegrationSetting } from './settings.ts'

const now = (on: readonly IntegrationSetting[] = []) =>
  Object.fromEntries(integrationSettings.map((name) => [name, on.includes(name)])) as Record<
    IntegrationSetting,
    boolean
  >

test('every setting is in one group and has its own label and description', () => {
  expect(integrationSettings).toHaveLength(26)
  expect(settingGroups.flatMap(([, settings]) => settings).toSorted()).toEqual(integrationSettings.toSorted())
  expect(new Set(Object.values(settingLabels)).size).toBe(26)
  expect(new Set(Object.values(settingWords)).size).toBe(26)
})

test('a switch names the other switch that makes it have no effect', () => {
  expect(withoutEffect('images_during_pqs', now())).toBe('No effect while “Send images” is off')
  expect(withoutEffect('images_during_pqs', now(['image_upload']))).toBeUndefined()
  expect(withoutEffect('skip_multi_image', now(['image_upload']))).toBe(
    'No effect while “Send all images” is off',
  )
  expect(withoutEffect('is_smart_update', now(['never_run_full_update']))).toBe(
    'No effect while “Never run a full update” is on',
  )
  expect(withoutEffect('deactivate_inactive_products', now(['delete_market_products']))).toMatch(/is on$/)
})
