import type { Parsed } from '#contract/index.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { invalid } from '#server/platform/http/errors.ts'

type MarketInputs = Parsed<'savePlatform'>['body']['market_implementations']

export async function marketNames(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('market')
    .select('market_name')
    .where('platform_id', '=', id)
    // two markets that swap names are a change, too
    .orderBy('market_id')
    .execute()
  return rows.map((row) => row.market_name)
}

/** Makes exactly these markets the platform's; those without an id are created. Returns their ids. */
export async function saveImplementations(tx: Tx, id: number, inputs: MarketInputs): Promise<number[]> {
  await refuseWrong(tx, id, inputs)
  const keptIds = inputs.flatMap(({ market_id }) => market_id ?? [])
  await sql`
    update market set platform_id = null
    where platform_id = ${id} and market_id <> all(${keptIds}::int[])`.execute(tx)
  const { rows } = await sql<{ market_id: number }>`
    with given as (
      select x.market_id, x.market_name, row_number() over (order by x.place) as n
      from jsonb_to_recordset(
        ${JSON.stringify(inputs.map((market, place) => ({ ...market, place })))}::jsonb)
        as x(market_id int, market_name text, place int)
    ), numbered as (
      select coalesce(market_id, (select coalesce(max(market_id), 0) from market)::int + n::int) as market_id,
        market_name
      from given
    )
    insert into market (market_id, market_name, platform_id)
    select market_id, market_name, ${id}::int from numbered
    on conflict (market_id) do update
    set market_name = excluded.market_name, platform_id = excluded.platform_id
    returning market_id`.execute(tx)
  return rows.map((row) => row.market_id)
}

async function refuseWrong(tx: Tx, id: number, inputs: MarketInputs): Promise<void> {
  const all = await tx
    .selectFrom('market')
    .leftJoin('platform', 'platform.platform_id', 'market.platform_id')
    .select(['market.market_id', 'market_name', 'market.platform_id', 'platform_name'])
    .execute()
  const faults: Record<string, string> = {}
  for (const [i, { market_id, market_name }] of inputs.entries()) {
    const pathOf = (key: string) => `market_implementations.${i}.${key}`
    const knownMarket = all.find((market) => market.market_id === market_id)
    const alike = (candidate: { market_name: string }) =>
      candidate.market_name.toLowerCase() === market_name.toLowerCase()
    const namesake = all.find(
      (market) => alike(market) && !inputs.some((input) => input.market_id === market.market_id),
    )
    if (market_id !== undefined && !knownMarket) faults[pathOf('market_id')] = 'Market not found'
    else if (knownMarket?.platform_id && knownMarket.platform_id !== id)
      faults[pathOf('market_id')] =
        `${knownMarket.market_name} already belongs to ${knownMarket.platform_name}`
    else if (
      inputs
        .slice(0, i)
        .some((previous) => alike(previous) || (market_id && previous.market_id === market_id))
    )
      faults[pathOf('market_name')] = 'Duplicate: remove one'
    else if (namesake) faults[pathOf('market_name')] = `A market named ${namesake.market_name} already exists`
  }
  if (Object.keys(faults).length) throw invalid(faults)
}
