import type { Harm } from './cases.ts'
import type { Layout } from './files.ts'
import {
  everywhere,
  large,
  whole,
  strikeEach,
  exchangeItems,
  needs,
  allOf,
  replaceColumn,
  filledBy,
  priceMoved,
} from './strikes.ts'

const needsTitle = needs('title')
const needsAccents = allOf(needsTitle, ({ layout }) => layout.encoding !== 'utf-8')
const retitle = (layout: Layout, change: (title: string) => string) =>
  replaceColumn(layout, (c) => (c.field === 'title' ? { ...c, of: (item) => change(c.of(item)) } : c))
export const harmOfTexts: Harm[] = [
  {
    name: 'titles exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: needsTitle,
    items: exchangeItems('title'),
  },
  {
    name: 'titles and descriptions exchanged',
    on: large,
    because: ['crossed'],
    needs: allOf(needs('title', 'description'), ({ layout }) => layout.encoding === 'utf-8'),
    items: strikeEach((i) => ({ title: i.description, description: i.title })),
  },
  {
    name: 'descriptions on other products',
    on: large,
    because: ['exchanged'],
    needs: needs('description'),
    items: exchangeItems('description'),
  },
  {
    name: 'letters lost in another encoding',
    on: whole,
    because: ['garbled'],
    needs: needsAccents,
    layout: (layout) => retitle(layout, (title) => title.replace(/\P{ASCII}/gu, '?')),
  },
  {
    name: 'letters read as two',
    on: whole,
    because: ['garbled'],
    needs: allOf(needsAccents, ({ layout }) => layout.encoding === 'windows-1252'),
    layout: (layout) => retitle(layout, (title) => Buffer.from(title).toString('latin1')),
  },
  {
    name: 'codes exchanged',
    on: everywhere,
    because: ['codes_moved'],
    needs: needs('upc'),
    items: exchangeItems('upc'),
  },
  {
    name: 'images exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: needs('image'),
    items: exchangeItems('image'),
  },
  {
    name: 'rows shifted against their SKUs',
    on: large,
    because: ['exchanged', 'codes_moved', ...priceMoved],
    needs: needsTitle,
    items: exchangeItems('title', 'image', 'upc', 'price', 'msrp', 'quantity'),
  },
  {
    name: 'titles emptied',
    on: everywhere,
    because: ['title_emptied'],
    needs: needsTitle,
    items: strikeEach(() => ({ title: '' })),
  },
  {
    name: 'images emptied',
    on: whole,
    because: ['emptied'],
    needs: needs('image'),
    items: strikeEach(() => ({ image: '' })),
  },
  {
    name: 'descriptions emptied',
    on: whole,
    because: ['emptied'],
    needs: needs('description'),
    items: strikeEach(() => ({ description: '' })),
  },
  {
    name: 'titles alike',
    on: large,
    because: ['one_text'],
    needs: needsTitle,
    items: strikeEach(() => ({ title: 'Product' })),
  },
  {
    name: 'images alike',
    on: large,
    because: ['one_text'],
    needs: needs('image'),
    items: strikeEach(() => ({ image: 'https://img.example.com/none.png' })),
  },
  {
    name: 'titles are codes',
    on: whole,
    because: ['crossed', 'exchanged', 'one_text', 'replaced'],
    needs: needs('brand', 'title'),
    layout: filledBy('title', (i) => i.brand),
  },
  {
    name: 'codes new',
    on: large,
    because: ['codes_changed'],
    needs: needs('upc'),
    items: strikeEach((i) => ({ upc: `9${i.upc.slice(1)}` })),
  },
  {
    name: 'brands exchanged',
    on: whole,
    because: ['scattered'],
    needs: needs('brand'),
    items: exchangeItems('brand'),
  },
]

/** Values from another list, unknown to this supplier. */
const ofOthers =
  (key: 'title' | 'description'): NonNullable<Harm['items']> =>
  (struckItems, { others }) =>
    struckItems.map((item, n) => ({ ...item, [key]: others[(n * 37 + 11) % others.length]![key] }))
export const harmOfReplaced: Harm[] = [
  {
    name: 'titles of another list',
    on: large,
    because: ['replaced'],
    needs: needsTitle,
    items: ofOthers('title'),
  },
  {
    name: 'titles of another trade',
    on: large,
    because: ['replaced'],
    needs: needsTitle,
    items: strikeEach((_, n) => ({ title: `Garden hose of ${n + 20} feet` })),
  },
  {
    name: 'descriptions of another list',
    on: large,
    because: ['replaced'],
    needs: needs('description'),
    items: ofOthers('description'),
  },
  {
    name: 'brands at random',
    on: large,
    because: ['scattered'],
    needs: needs('brand'),
    items: (struckItems, { chance }) =>
      struckItems.map((i) => ({ ...i, brand: `Maker ${chance.below(12)}` })),
  },
  {
    name: 'categories on other products',
    on: large,
    because: ['scattered'],
    needs: needs('category'),
    items: exchangeItems('category'),
  },
  {
    name: 'one brand for many',
    on: ['all', '1/8'],
    because: ['one_group', 'scattered'],
    needs: needs('brand'),
    items: strikeEach(() => ({ brand: 'Generic' })),
  },
  {
    name: 'one category for many',
    on: ['all', '1/8'],
    because: ['one_group', 'scattered'],
    needs: needs('category'),
    items: strikeEach(() => ({ category: 'Other' })),
  },
]
