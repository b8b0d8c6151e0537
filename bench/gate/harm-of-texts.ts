import type { Harm } from './cases.ts'
import type { Layout } from './files.ts'
import {
  everywhere,
  large,
  whole,
  each,
  exchanged,
  needs,
  and,
  replaced,
  filledBy,
  priceMoved,
} from './strikes.ts'

const titled = needs('title')
const accented = and(titled, ({ layout }) => layout.encoding !== 'utf-8')
const retitled = (layout: Layout, change: (title: string) => string) =>
  replaced(layout, (c) => (c.field === 'title' ? { ...c, of: (item) => change(c.of(item)) } : c))
export const harmOfTexts: Harm[] = [
  {
    name: 'titles exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: titled,
    items: exchanged('title'),
  },
  {
    name: 'titles and descriptions exchanged',
    on: large,
    because: ['crossed'],
    needs: and(needs('title', 'description'), ({ layout }) => layout.encoding === 'utf-8'),
    items: each((i) => ({ title: i.description, description: i.title })),
  },
  {
    name: 'descriptions on other products',
    on: large,
    because: ['exchanged'],
    needs: needs('description'),
    items: exchanged('description'),
  },
  {
    name: 'letters lost in another encoding',
    on: whole,
    because: ['garbled'],
    needs: accented,
    layout: (layout) => retitled(layout, (title) => title.replace(/\P{ASCII}/gu, '?')),
  },
  {
    name: 'letters read as two',
    on: whole,
    because: ['garbled'],
    needs: and(accented, ({ layout }) => layout.encoding === 'windows-1252'),
    layout: (layout) => retitled(layout, (title) => Buffer.from(title).toString('latin1')),
  },
  {
    name: 'codes exchanged',
    on: everywhere,
    because: ['codes_moved'],
    needs: needs('upc'),
    items: exchanged('upc'),
  },
  {
    name: 'images exchanged',
    on: everywhere,
    because: ['exchanged'],
    needs: needs('image'),
    items: exchanged('image'),
  },
  {
    name: 'rows shifted against their SKUs',
    on: large,
    because: ['exchanged', 'codes_moved', ...priceMoved],
    needs: titled,
    items: exchanged('title', 'image', 'upc', 'price', 'msrp', 'quantity'),
  },
  {
    name: 'titles emptied',
    on: everywhere,
    because: ['title_emptied'],
    needs: titled,
    items: each(() => ({ title: '' })),
  },
  {
    name: 'images emptied',
    on: whole,
    because: ['emptied'],
    needs: needs('image'),
    items: each(() => ({ image: '' })),
  },
  {
    name: 'descriptions emptied',
    on: whole,
    because: ['emptied'],
    needs: needs('description'),
    items: each(() => ({ description: '' })),
  },
  {
    name: 'titles alike',
    on: large,
    because: ['one_text'],
    needs: titled,
    items: each(() => ({ title: 'Product' })),
  },
  {
    name: 'images alike',
    on: large,
    because: ['one_text'],
    needs: needs('image'),
    items: each(() => ({ image: 'https://img.example.com/none.png' })),
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
    items: each((i) => ({ upc: `9${i.upc.slice(1)}` })),
  },
  {
    name: 'brands exchanged',
    on: whole,
    because: ['scattered'],
    needs: needs('brand'),
    items: exchanged('brand'),
  },
]

/** Another list's, of which this one knows nothing. */
const ofOthers =
  (key: 'title' | 'description'): NonNullable<Harm['items']> =>
  (struck, { others }) =>
    struck.map((item, n) => ({ ...item, [key]: others[(n * 37 + 11) % others.length]![key] }))
export const harmOfReplaced: Harm[] = [
  {
    name: 'titles of another list',
    on: large,
    because: ['replaced'],
    needs: titled,
    items: ofOthers('title'),
  },
  {
    name: 'titles of another trade',
    on: large,
    because: ['replaced'],
    needs: titled,
    items: each((_, n) => ({ title: `Garden hose of ${n + 20} feet` })),
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
    items: (struck, { chance }) => struck.map((i) => ({ ...i, brand: `Maker ${chance.below(12)}` })),
  },
  {
    name: 'categories on other products',
    on: large,
    because: ['scattered'],
    needs: needs('category'),
    items: exchanged('category'),
  },
  {
    name: 'one brand for many',
    on: ['all', '1/8'],
    because: ['one_group', 'scattered'],
    needs: needs('brand'),
    items: each(() => ({ brand: 'Generic' })),
  },
  {
    name: 'one category for many',
    on: ['all', '1/8'],
    because: ['one_group', 'scattered'],
    needs: needs('category'),
    items: each(() => ({ category: 'Other' })),
  },
]
