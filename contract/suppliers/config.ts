import { z } from 'zod'
import { text, line, id, version } from '../inputs.ts'
import { get, post } from '../operation.ts'

/**
 * The configuration rows that the service reads: whole numbers, each with what it does and what it is if
 * unset.
 */
export const configNames = {
  image_recheck_days: {
    low: 1,
    high: 365,
    unset: 30,
    does: 'Days after which an image that was good is fetched and checked again.',
  },
  image_fetches_at_once: {
    low: 1,
    high: 24,
    unset: 6,
    does: 'How many of the images are fetched at once; fewer spare a slow host.',
  },
  image_failures_allowed_percent: {
    low: 0,
    high: 100,
    unset: 50,
    does: 'The share of failed images above which an image check completes with errors.',
  },
} as const

export type ConfigName = keyof typeof configNames
export const isConfigName = (name: string): name is ConfigName => Object.hasOwn(configNames, name)

/** What a row of this name does. */
export const configDoes = (name: string): string => (isConfigName(name) ? configNames[name].does : 'Not used')

/** What is wrong with a row's value; an empty one is as if unset. */
export function configFault(name: string, value: string): string | undefined {
  if (!isConfigName(name) || value.trim() === '') return undefined
  const { low, high } = configNames[name]
  const number = /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : -1
  return number >= low && number <= high ? undefined : `${name} is a whole number from ${low} to ${high}`
}

const configRow = z
  .object({ dropshipper_id: id, config_name: line(100, 'This is needed'), config_value: text(4000), version })
  .superRefine((row, ctx) => {
    const message = configFault(row.config_name, row.config_value)
    if (message) ctx.addIssue({ code: 'custom', path: ['config_value'], message })
  })

export const supplierConfigOperations = {
  getSupplierConfig: get('/api/suppliers/{id}/config', "A supplier's configuration rows", {
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
    'Save configuration rows; the service reads the named ones',
    {
      body: z.array(configRow).min(1).max(200),
      refuses: ['not_found', 'conflict'],
    },
  ),
}
