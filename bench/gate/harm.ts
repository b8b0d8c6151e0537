import type { Cause, Harm } from './cases.ts'
import { harmOfFiles } from './harm-of-files.ts'
import { harmOfTexts, harmOfReplaced } from './harm-of-texts.ts'
import { dearer } from './products.ts'
import {
  everywhere,
  large,
  whole,
  strikeEach,
  exchangeItems,
  needs,
  allOf,
  letters,
  hasPaddedSkus,
  full,
  filledBy,
  swapColumns,
  renamedCauses,
  priceMoved,
  needsQuantity,
  noStock,
  needsPrice,
} from './strikes.ts'

const identity: Harm[] = [
  {
    name: 'SKU prefix',
    on: everywhere,
    because: renamedCauses,
    items: strikeEach((i) => ({ sku: `N-${i.sku}` })),
  },
  {
    name: 'SKU suffix',
    on: everywhere,
    because: renamedCauses,
    items: strikeEach((i) => ({ sku: `${i.sku}_EU` })),
  },
  {
    name: 'SKU prefix gone',
    on: large,
    because: renamedCauses,
    needs: letters,
    items: strikeEach((i) => ({ sku: i.sku.slice(3) })),
  },
  {
    name: 'SKU case',
    on: everywhere,
    because: renamedCauses,
    needs: letters,
    items: strikeEach((i) => ({ sku: i.sku.toUpperCase() })),
  },
  {
    name: 'SKU zeros gone',
    on: everywhere,
    because: renamedCauses,
    needs: hasPaddedSkus,
    items: strikeEach((i) => ({ sku: i.sku.replace(/^0+/, '') })),
  },
  {
    name: 'SKU marks gone',
    on: large,
    because: renamedCauses,
    needs: letters,
    items: strikeEach((i) => ({ sku: i.sku.replaceAll('-', '') })),
  },
  {
    name: 'SKU and UPC exchanged',
    on: large,
    because: renamedCauses,
    needs: needs('upc'),
    items: strikeEach((i) => ({ sku: i.upc, upc: i.sku })),
  },
  {
    name: 'SKUs renumbered',
    on: large,
    because: renamedCauses,
    needs: needs('title'),
    items: strikeEach((_, n) => ({ sku: `ID${(n * 7919) % 999_983}` })),
  },
  {
    name: 'another supplier’s file',
    on: whole,
    because: ['foreign'],
    needs: needs('title'),
    items: (struckItems, { others }) => struckItems.map((item, n) => others[n] ?? item),
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
    needs: needsPrice,
    items: strikeEach((i) => dearer(i, 100)),
  },
  {
    name: 'prices a hundredth',
    on: everywhere,
    because: power,
    needs: needsPrice,
    items: strikeEach((i) => ({ price: i.price / 100, msrp: i.msrp / 100 })),
  },
  {
    name: 'prices in thousands',
    on: everywhere,
    because: power,
    needs: needsPrice,
    items: strikeEach((i) => dearer(i, 1000)),
  },
  { name: 'decimal comma', on: large, because: ['rejected'], needs: needsPrice, row: commas },
  {
    name: 'prices zero',
    on: everywhere,
    because: ['price_lost'],
    needs: needsPrice,
    items: strikeEach(() => ({ price: 0 })),
  },
  {
    name: 'one price for all',
    on: large,
    because: ['one_price', ...priceMoved],
    needs: needsPrice,
    items: strikeEach(() => ({ price: 9.99 })),
  },
  {
    name: 'prices exchanged',
    on: large,
    because: ['prices_exchanged', ...priceMoved],
    needs: needsPrice,
    items: exchangeItems('price', 'msrp'),
  },
  {
    name: 'MAP prices exchanged',
    on: large,
    because: ['prices_exchanged', ...priceMoved],
    needs: needs('map'),
    items: exchangeItems('map'),
  },
  {
    name: 'weights exchanged',
    on: large,
    because: ['amounts_exchanged'],
    needs: needs('weight'),
    items: exchangeItems('weight'),
  },
  {
    name: 'prices sorted alone',
    on: whole,
    because: ['prices_exchanged', ...priceMoved],
    needs: needsPrice,
    items: (struckItems) => {
      const prices = struckItems.map((i) => i.price).toSorted((a, b) => a - b)
      return struckItems.map((item, n) => ({ ...item, price: prices[n]! }))
    },
  },
  {
    name: 'prices halved',
    on: large,
    because: priceMoved,
    needs: needsPrice,
    items: strikeEach((i) => dearer(i, 0.5)),
  },
  {
    name: 'prices up 40 %',
    on: whole,
    because: priceMoved,
    needs: needsPrice,
    items: strikeEach((i) => dearer(i, 1.4)),
  },
  {
    name: 'prices down 30 %',
    on: whole,
    because: priceMoved,
    needs: needsPrice,
    items: strikeEach((i) => dearer(i, 0.7)),
  },
  {
    name: 'another currency’s rate',
    on: large,
    because: priceMoved,
    needs: needsPrice,
    items: strikeEach((i) => dearer(i, 41.3)),
  },
  {
    name: 'cost and list exchanged',
    on: everywhere,
    because: ['below_cost'],
    needs: needs('price', 'msrp'),
    items: strikeEach((i) => ({ price: i.msrp, msrp: i.price })),
  },
  {
    name: 'cost and list exchanged by header',
    on: whole,
    because: ['below_cost'],
    needs: needs('price', 'msrp'),
    layout: swapColumns('price', 'msrp'),
  },
  {
    name: 'price from the stock',
    on: whole,
    because: [...priceMoved, 'price_lost'],
    needs: needsPrice,
    items: strikeEach((i) => ({ price: i.quantity })),
  },
  {
    name: 'currency changed',
    on: everywhere,
    because: ['currency'],
    needs: needs('currency'),
    items: strikeEach((i) => ({ currency: i.currency === 'USD' ? 'EUR' : 'USD' })),
  },
]

const quantityMoved: Cause[] = ['quantity_moved', 'quantity_scaled']
const stock: Harm[] = [
  {
    name: 'stock zero',
    on: ['all', 'one part'],
    because: noStock,
    needs: needsQuantity,
    items: strikeEach(() => ({ quantity: 0 })),
  },
  {
    name: 'stock blank',
    on: whole,
    because: [...noStock, 'refused'],
    needs: needsQuantity,
    layout: filledBy('quantity', () => ''),
  },
  {
    name: 'stock times ten',
    on: large,
    because: ['quantity_scaled'],
    needs: needsQuantity,
    items: strikeEach((i) => ({ quantity: i.quantity * 10 })),
  },
  {
    name: 'one quantity for all',
    on: whole,
    because: ['one_quantity', ...quantityMoved],
    needs: needsQuantity,
    items: strikeEach(() => ({ quantity: 100 })),
  },
  {
    name: 'quantities exchanged',
    on: whole,
    because: [...quantityMoved, ...noStock],
    needs: needsQuantity,
    items: exchangeItems('quantity'),
  },
  {
    name: 'quantity from another column',
    on: whole,
    because: quantityMoved,
    needs: needsQuantity,
    layout: filledBy('quantity', (i) => i.ref),
  },
  {
    name: 'quantity from the price',
    on: whole,
    because: ['unreadable', ...noStock],
    needs: needsQuantity,
    layout: filledBy('quantity', (i) => i.price.toFixed(2)),
  },
]

/** Mistakes in suppliers' files, class by class, on all products, some of them, or one part. */
export const harm: readonly Harm[] = [
  ...identity.map((h) => ({ ...h, needs: allOf(full, h.needs ?? (() => true)) })),
  ...prices,
  ...stock,
  ...harmOfTexts,
  ...harmOfReplaced,
  ...harmOfFiles,
]
