import { z } from 'zod'
import { text, line, id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'

/** The configuration rows that the service reads: whole numbers, each with its effect and its default. */
export const configNames = {
  image_recheck_days: {
    low: 1,
    high: 365,
    unset: 30,
    does: 'Days until a good image is checked again.',
  },
  image_fetches_at_once: {
    low: 1,
    high: 24,
    unset: 6,
    does: 'Images fetched in parallel. Use fewer for a slow host.',
  },
  image_failures_allowed_percent: {
    low: 0,
    high: 100,
    unset: 50,
    does: 'Percentage of failed images above which an image check completes with errors.',
  },
} as const

export type ConfigName = keyof typeof configNames
const isConfigName = (name: string): name is ConfigName => Object.hasOwn(configNames, name)

/** The rows that custom feeds use (docs/domain/custom-feeds.md, Custom feeds): texts, each with an example. */
export const tiersName = 'dynamic_pricing_tiers'
export const accessName = 'dynamic_restricted_access'
/** Whether customers may download the catalogue (docs/domain/alerts-and-catalogs.md, Catalog downloads). */
export const downloadName = 'catalogue_download'
const configTexts = {
  [tiersName]: {
    example: 'Example: Gold 10, Silver 5.5',
    does: 'Pricing tiers for custom feeds, each with its percentage off the wholesale price.',
    fault: (value: string) =>
      pricingTiers(value)
        ? undefined
        : 'Enter each tier once with a percentage above 0, such as Gold 10, Silver 5.5',
  },
  [downloadName]: {
    example: '0: no; empty: yes',
    does: '0: customers can’t download the catalog.',
    fault: (value: string) =>
      /^\s*[01]?\s*$/.test(value) ? undefined : 'Enter 0 for no, or leave empty for yes',
  },
  [accessName]: {
    example: '1: yes; empty: no',
    does: '1: custom feeds can give their vendors access to a restricted supplier.',
    fault: (value: string) =>
      /^\s*[01]?\s*$/.test(value) ? undefined : 'Enter 1 for yes, or leave empty for no',
  },
} as const
const isText = (name: string): name is keyof typeof configTexts => Object.hasOwn(configTexts, name)
export const usedConfigNames: readonly string[] = [...Object.keys(configNames), ...Object.keys(configTexts)]

/** What a row of this name does. */
export function configDoes(name: string): string {
  if (isConfigName(name)) return configNames[name].does
  return isText(name) ? configTexts[name].does : 'Not used'
}
/** What a row's value may be. */
export function configHint(name: string): string {
  if (isText(name)) return configTexts[name].example
  if (!isConfigName(name)) return 'Any text'
  const { low, high, unset } = configNames[name]
  return `${low} to ${high}; empty: ${unset}`
}

export const pricingTier = z.object({ name: z.string(), percent: z.number() })
export type PricingTier = z.output<typeof pricingTier>
const tierText = /^(\S.{0,49}?)[\s:=]+(\d{1,2}(?:\.\d{1,2})?)\s*%?$/
/** The tiers that a row's text names; undefined: it names none correctly. */
export function pricingTiers(value: string): PricingTier[] | undefined {
  const tiers: PricingTier[] = []
  for (const part of value.split(/[,;\n]/)) {
    if (part.trim() === '') continue
    const [, name, percent] = tierText.exec(part.trim()) ?? []
    if (!name || Number(percent) <= 0) return undefined
    if (tiers.some((tier) => tier.name.toLowerCase() === name.toLowerCase())) return undefined
    tiers.push({ name, percent: Number(percent) })
  }
  return tiers
}

/** What is wrong with a row's value; an empty value counts as unset. */
export function configFault(name: string, value: string): string | undefined {
  if (isText(name)) return configTexts[name].fault(value)
  if (!isConfigName(name) || value.trim() === '') return undefined
  const { low, high } = configNames[name]
  const number = /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : -1
  return number >= low && number <= high ? undefined : `Enter a whole number from ${low} to ${high}`
}

const configRow = z
  .object({ dropshipper_id: id, config_name: line(100, 'Required'), config_value: text(4000), version })
  .superRefine((row, ctx) => {
    const message = configFault(row.config_name, row.config_value)
    if (message) ctx.addIssue({ code: 'custom', path: ['config_value'], message })
  })

export const supplierConfigOperations = {
  getSupplierConfig: get('/api/suppliers/{id}/config', 'List a supplier’s configuration rows', {
    answer: z.array(
      z.object({
        dropshipper_id: z.number(),
        config_name: z.string(),
        config_value: z.string(),
        /** Whether the service reads it. */
        used: z.boolean(),
        version: z.number(),
      }),
    ),
    refuses: ['not_found'],
  }),
  saveSupplierConfig: post(
    '/api/suppliers/config',
    'Save configuration rows; only known names have an effect',
    {
      record: [{ read: 'getSupplierConfig', keys: { id: 'dropshipper_id' } }],
      body: z.array(configRow).min(1).max(200),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
