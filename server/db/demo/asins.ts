import { Readable } from 'node:stream'
import { defaultMarket } from '#contract/products/asins/markets.ts'
import { queueAsinImport } from '#server/areas/products/public.ts'
import { sql, type Tx } from '#server/platform/database/db.ts'
import { csvCell } from '#server/platform/files/csv.ts'
import { Random } from '#server/platform/random.ts'
import type { Services } from '#server/platform/services.ts'
import { colours } from './words.ts'

interface Product {
  product_id: number
  title: string
  manufacturer: string | null
  upc: string | null
  image: string | null
  msrp: string | null
}
const header = [
  'Product ID',
  'ASIN',
  'UPC',
  'Title',
  'Brand',
  'Price',
  'Package quantity',
  'Image',
  'Decision',
]
const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const asin = (r: Random) =>
  `B0${Array.from({ length: 8 }, () => letters[r.int(0, letters.length - 1)]).join('')}`

/** A file of ASINs as a person got it from Amazon, whose job the service runs once it has started. */
export async function seedAsins(services: Services, tx: Tx): Promise<void> {
  const { rows: products } = await sql<Product>`
    select x.*
    from (
      select min(dropshipper_id) as dropshipper_id
      from product
      group by dropshipper_id
      order by 1
      limit 4) d
    cross join lateral (
      select p.product_id, p.title, p.manufacturer, p.upc, split_part(p.images, E'\n', 1) as image,
        coalesce(p.msrp, p.wholesale_price * 1.5) as msrp
      from product p
      where p.dropshipper_id = d.dropshipper_id and p.gone_tm is null and p.title is not null
      order by p.product_id
      limit 60) x`.execute(tx)
  const r = new Random(20_261_128)
  const lines = products.flatMap((product) => [
    offer(product, r),
    // Amazon often has several items for one barcode
    ...(r.chance(0.35) ? [offer(product, r, true)] : []),
  ])
  const text = [header, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n')
  const { rows: people } = await sql<{ login_id: number; name: string }>`
    select l.login_id, concat_ws(' ', k.first_name, k.last_name) as name
    from login l
    join vendor v using (vendor_id)
    join contact k on k.contact_id = v.primary_contact_id
    where l.role = 'admin'
    order by l.login_id
    limit 1`.execute(tx)
  const [person] = people
  if (!person) throw new Error('The demonstration has no administrator')
  await queueAsinImport(services, tx, {
    ...person,
    name: 'asins-from-amazon.csv',
    market_id: defaultMarket,
    dropshipper_id: undefined,
    columns: header,
    bytes: text.length,
    file: Readable.from([Buffer.from(text)]),
    requested_by: person.name,
  })
}

/** An item of Amazon for a product: mostly the same, sometimes another color, pack or condition. */
function offer({ product_id, title, manufacturer, upc, image, msrp }: Product, r: Random, isOther = false) {
  const [name = title, color = ''] = title.split(', ')
  const dice = isOther ? 0.55 + r.next() * 0.45 : r.next()
  const price = Number(msrp ?? 20) * (0.9 + r.next() * 0.3)
  const shown = { title: `${manufacturer ?? ''} ${name} - ${color}`.trim(), upc: upc ?? '', pack: '1' }
  if (dice > 0.93) Object.assign(shown, { title: `${shown.title} (Renewed)` })
  else if (dice > 0.83) Object.assign(shown, { title: `${shown.title}, 2-Pack`, pack: '2' })
  else if (dice > 0.7)
    Object.assign(shown, { title: `${manufacturer ?? ''} ${name} - ${r.pick(colours)}`.trim(), upc: '' })
  else if (dice > 0.6) Object.assign(shown, { title: `${name} by ${manufacturer ?? 'Generic'}`, upc: '' })
  const { title: offered, upc: code, pack } = shown
  return [
    String(product_id),
    asin(r),
    code,
    offered,
    manufacturer ?? '',
    (dice > 0.98 ? price * 5 : price).toFixed(2),
    pack,
    image ?? '',
    // some that a person has looked at already
    !isOther && dice < 0.04 ? 'accept' : '',
  ]
}
