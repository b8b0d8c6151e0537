import type { Cause, Harm } from './cases.ts'
import { harmOfFiles } from './harm-of-files.ts'
import { harmOfTexts, harmOfReplaced } from './harm-of-texts.ts'
import { dearer } from './products.ts'
import {
  everywhere,
  large,
  whole,
  each,
  exchanged,
  needs,
  and,
  letters,
  padded,
  full,
  filledBy,
  swapped,
  renamed,
  priceMoved,
  stocked,
  noStock,
  priced,
} from './strikes.ts'

const identity: Harm[] = [
  { name: 'SKU prefix', on: everywhere, because: renamed, items: each((i) => ({ sku: `N-${i.sku}` })) },
  { name: 'SKU suffix', on: everywhere, because: renamed, items: each((i) => ({ sku: `${i.sku}_EU` })) },
  {
    name: 'SKU prefix gone',
    on: large,
    because: renamed,
    needs: letters,
    items: each((i) => ({ sku: i.sku.slice(3) })),
  },
  {
    name: 'SKU case',
    on: everywhere,
    because: renamed,
    needs: letters,
    items: each((i) => ({ sku: i.sku.toUpperCase() })),
  },
  {
    name: 'SKU zeros gone',
    on: everywhere,
    because: renamed,
    needs: padded,
    items: each((i) => ({ sku: i.sku.replace(/^0+/, '') })),
  },
  {
    name: 'SKU marks gone',
    on: large,
    because: renamed,
    needs: letters,
    items: each((i) => ({ sku: i.sku.replaceAll('-', '') })),
  },
  {
    name: 'SKU and UPC exchanged',
    on: large,
    because: renamed,
    needs: needs('upc'),
    items: each((i) => ({ sku: i.upc, upc: i.sku })),
  },
  {
    name: 'SKUs renumbered',
    on: large,
    because: renamed,
    needs: needs('title'),
    items: each((_, n) => ({ sku: `ID${(n * 7919) % 999_983}` })),
  },
  {
    name: 'another supplier’s file',
    on: whole,
    because: ['foreign'],
    needs: needs('title'),
    items: (struck, { others }) => struck.map((item, n) => others[n] ?? item),
  },
]

const commas: Harm['row'] = (cells, { columns }) =>
  cells.map((cell, i) => (columns[i]!.field === 'wholesale_price' ? `${cell.replace('.', ',')},0` : cell))
const power: Cause[] = ['powers_of_ten']
const prices: Harm[] = [
  {
    name: 'prices in cents',
    on: everywhere,
    because: power,
    needs: priced,
    items: each((i) => dearer(i, 100)),
  },
  {
    name: 'prices a hundredth',
    on: everywhere,
    because: power,
    needs: priced,
    items: each((i) => ({ price: i.price / 100, msrp: i.msrp / 100 })),
  },
  {
    name: 'prices in thousands',
    on: everywhere,
    because: power,
    needs: priced,
    items: each((i) => dearer(i, 1000)),
  },
  { name: 'decimal comma', on: large, because: ['rejected'], needs: priced, row: commas },
  {
    name: 'prices zero',
    on: everywhere,
    because: ['price_lost'],
    needs: priced,
    items: each(() => ({ price: 0 })),
  },
  {
    name: 'one price for all',
    on: large,
    because: ['one_price', ...priceMoved],
    needs: priced,
    items: each(() => ({ price: 9.99 })),
  },
  {
    name: 'prices exchanged',
    on: large,
    because: ['prices_exchanged', ...priceMoved],
    needs: priced,
    items: exchanged('price', 'msrp'),
  },
  {
    name: 'MAP prices exchanged',
    on: large,
    because: ['prices_exchanged', ...priceMoved],
    needs: needs('map'),
    items: exchanged('map'),
  },
  {
    name: 'weights exchanged',
    on: large,
    because: ['amounts_exchanged'],
    needs: needs('weight'),
    items: exchanged('weight'),
  },
  {
    name: 'prices sorted alone',
    on: whole,
    because: ['prices_exchanged', ...priceMoved],
    needs: priced,
    items: (struck) => {
      const sorted = struck.map((i) => i.price).toSorted((a, b) => a - b)
      return struck.map((item, n) => ({ ...item, price: sorted[n]! }))
    },
  },
  {
    name: 'prices halved',
    on: large,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 0.5)),
  },
  {
    name: 'prices up 40 %',
    on: whole,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 1.4)),
  },
  {
    name: 'prices down 30 %',
    on: whole,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 0.7)),
  },
  {
    name: 'another currency’s rate',
    on: large,
    because: priceMoved,
    needs: priced,
    items: each((i) => dearer(i, 41.3)),
  },
  {
    name: 'cost and list exchanged',
    on: everywhere,
    because: ['below_cost'],
    needs: needs('price', 'msrp'),
    items: each((i) => ({ price: i.msrp, msrp: i.price })),
  },
  {
    name: 'cost and list exchanged by header',
    on: whole,
    because: ['below_cost'],
    needs: needs('price', 'msrp'),
    layout: swapped('price', 'msrp'),
  },
  {
    name: 'price from the stock',
    on: whole,
    because: [...priceMoved, 'price_lost'],
    needs: priced,
    items: each((i) => ({ price: i.quantity })),
  },
  {
    name: 'currency changed',
    on: everywhere,
    because: ['currency'],
    needs: needs('currency'),
    items: each((i) => ({ currency: i.currency === 'USD' ? 'EUR' : 'USD' })),
  },
]

const quantityMoved: Cause[] = ['quantity_moved', 'quantity_scaled']
const stock: Harm[] = [
  {
    name: 'stock zero',
    on: ['all', 'one part'],
    because: noStock,
    needs: stocked,
    items: each(() => ({ quantity: 0 })),
  },
  {
    name: 'stock blank',
    on: whole,
    because: [...noStock, 'refused'],
    needs: stocked,
    layout: filledBy('quantity', () => ''),
  },
  {
    name: 'stock times ten',
    on: large,
    because: ['quantity_scaled'],
    needs: stocked,
    items: each((i) => ({ quantity: i.quantity * 10 })),
  },
  {
    name: 'one quantity for all',
    on: whole,
    because: ['one_quantity', ...quantityMoved],
    needs: stocked,
    items: each(() => ({ quantity: 100 })),
  },
  {
    name: 'quantities exchanged',
    on: whole,
    because: [...quantityMoved, ...noStock],
    needs: stocked,
    items: exchanged('quantity'),
  },
  {
    name: 'quantity from another column',
    on: whole,
    because: quantityMoved,
    needs: stocked,
    layout: filledBy('quantity', (i) => i.ref),
  },
  {
    name: 'quantity from the price',
    on: whole,
    because: ['unreadable', ...noStock],
    needs: stocked,
    layout: filledBy('quantity', (i) => i.price.toFixed(2)),
  },
]

/** What suppliers' files get wrong: class by class, on all products, some of them, one part. */
export const harm: readonly Harm[] = [
  ...identity.map((h) => ({ ...h, needs: and(full, h.needs ?? (() => true)) })),
  ...prices,
  ...stock,
  ...harmOfTexts,
  ...harmOfReplaced,
  ...harmOfFiles,
]
