import { configFault, configNames, type ConfigName } from '#contract/suppliers/config.ts'
import type { Db } from '#server/platform/database/db.ts'

const names = Object.keys(configNames) as ConfigName[]
type Row = Record<'config_name' | 'config_value', string>

export async function readConfigNumbers(db: Db, dropshipperId: number): Promise<Record<ConfigName, number>> {
  const rows = await db
    .selectFrom('supplier_config')
    .select(['config_name', 'config_value'])
    .where('dropshipper_id', '=', dropshipperId)
    .where('config_name', 'in', names)
    .execute()
  return numbersOf(rows)
}

/** Configuration rows as numbers; a row that is missing or not a number counts as unset. */
export function numbersOf(rows: readonly Row[]): Record<ConfigName, number> {
  const numberOf = (name: ConfigName) => {
    const value = rows.find((row) => row.config_name === name)?.config_value.trim()
    return value && !configFault(name, value) ? Number(value) : configNames[name].unset
  }
  return {
    image_recheck_days: numberOf('image_recheck_days'),
    image_fetches_at_once: numberOf('image_fetches_at_once'),
    image_failures_allowed_percent: numberOf('image_failures_allowed_percent'),
  }
}
