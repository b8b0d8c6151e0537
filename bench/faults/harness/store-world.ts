import { readConfig } from '#server/platform/config.ts'
import { Secrets } from '#server/platform/secrets.ts'
import type { Installation } from './installation.ts'
import type { Person } from './person.ts'
import { addProducts, type Came, type Shelf } from './shelf.ts'
import { untilTrue } from './wait.ts'

/** A vendor with one store that is told of all products of one supplier. */
export class StoreWorld {
  readonly #at: Installation
  readonly #shelf: Shelf
  readonly #person: Person
  readonly #storeId: number
  #round = 0

  static async make(at: Installation, shelf: Shelf): Promise<StoreWorld> {
    const person = await at.signIn('admin')
    const { market_id, market, store } = shelf
    const secrets = new Secrets(readConfig(at.env).secrets)
    await at.db.rows('insert into market (market_id, market_name) values ($1, $2)', [market_id, market])
    const { vendor_store_id, vendor_id } = await at.db.one<{ vendor_store_id: number; vendor_id: number }>(
      `with d as (
        insert into dropshipper (supplier_name, dropshipper_prefix) values ('Faulty', 'K') returning dropshipper_id),
      f as (
        insert into feed (dropshipper_id, format) select dropshipper_id, '{"kind": "csv"}' from d
        returning feed_id),
      v as (insert into vendor (company) values ('Shop') returning vendor_id),
      s as (insert into subscription (vendor_id, dropshipper_id) select vendor_id, dropshipper_id from v, d),
      m as (
        insert into vendor_market_map (vendor_id, dropshipper_id, market_id, full_product_import)
        select vendor_id, dropshipper_id, $1::int, $6::boolean from v, d),
      t as (
        insert into vendor_store (vendor_id, vendor_store_name, market_id, drop_to, store_admin_url,
          store_admin_login, store_admin_secret, hold_zero_percent, hold_price_percent)
        select vendor_id, 'Shop', $1::int, $2::jsonb, $3, $4, $5, 100, 100 from v
        returning vendor_store_id)
      select vendor_id, vendor_store_id from f, v, t`,
      [
        market_id,
        store.drop_to,
        store.store_admin_url ?? '',
        store.store_admin_login ?? '',
        store.token === undefined ? null : secrets.seal(store.token),
        store.token !== undefined,
      ],
    )
    if (store.token !== undefined)
      await at.db.rows(
        `insert into price_rule (vendor_id, place, brand, cat1, cat2, cat3, cat4, cat5, markup_type_id,
          markup_value, tiers, add_shipping, add_dropship_fee, ignore_map, cap_at_msrp)
        values ($1, 1, '', '', '', '', '', '', 1, 2.5, '[]', false, false, false, false)`,
        [vendor_id],
      )
    await addProducts(at.db, 1, shelf.products)
    const world = new StoreWorld(at, shelf, person, vendor_store_id)
    await world.update()
    if (!(await world.settle())) throw new Error('The first update did not end')
    const first = await shelf.look(at.db, 0)
    if (first.wrong.length + first.repeated.length > 0)
      throw new Error(`The first update went wrong: ${[...first.wrong, ...first.repeated].join('; ')}`)
    return world
  }

  private constructor(at: Installation, shelf: Shelf, person: Person, storeId: number) {
    this.#at = at
    this.#shelf = shelf
    this.#person = person
    this.#storeId = storeId
  }

  async change(): Promise<void> {
    await this.#shelf.change(this.#at.db, ++this.#round)
  }
  /** As staff start it. */
  async update(): Promise<void> {
    const { status, body } = await this.#person.post('/api/jobs/schedule-job', {
      job_type: 'VENDOR_STORE_UPDATER_JOB',
      param_name: 'vendor_store_id',
      param_value: this.#storeId,
    })
    if (status !== 200) throw new Error(`The update did not start: ${JSON.stringify(body)}`)
  }
  begins(): Promise<boolean> {
    const has = async () => (await this.#at.db.rows(this.#shelf.begins)).length > 0
    return untilTrue(has, { withinMs: 30_000, everyMs: 5 })
  }
  /** The update and the calls that are open now. */
  async atWork(): Promise<string | undefined> {
    const [open] = await this.#at.db.rows<{ state: string; calls: string }>(`
      select u.state, (select count(*) from store_call c
        where c.store_update_id = u.store_update_id and c.state in ('sending', 'accepted')) as calls
      from store_update u
      where u.state in ('planning', 'sending', 'accepted')
      limit 1`)
    return open && `${open.state}, ${open.calls} calls open`
  }
  /** @param hurry ends the store's pauses, so that nobody waits for minutes */
  settle(hurry = false): Promise<boolean> {
    const isSettled = async () => {
      if (hurry)
        await this.#at.db.rows('update vendor_store set waits_until = now() where waits_until > now()')
      const open = await this.#at.db.rows(`
        select from job where job_status in (1, 4)
        union all select from vendor_store where behind_since is not null
        union all select from store_call where state in ('sending', 'accepted')
        limit 1`)
      return open.length === 0
    }
    return untilTrue(isSettled, { withinMs: 400_000, everyMs: hurry ? 500 : 50 })
  }
  async faults(): Promise<Came> {
    const came = await this.#shelf.look(this.#at.db, this.#round)
    const behind = await this.#at.db.count(`
      from product p left join store_product sp using (product_id)
      where sp.quantity is distinct from p.quantity`)
    if (behind > 0) came.wrong.push(`${behind} are behind by our own books`)
    return came
  }
}
