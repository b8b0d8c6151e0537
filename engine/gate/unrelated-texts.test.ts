import { describe, expect, test } from 'vitest'
import { countUnrelated, type TextChange } from './unrelated-texts.ts'

const kinds = ['lamp', 'chair', 'kettle', 'drill', 'mirror', 'basket']
const german = ['Leuchte', 'Sessel', 'Wasserkocher', 'Bohrer', 'Spiegel', 'Korb']
const looks = ['oak', 'steel', 'brass', 'linen', 'cobalt']
const anders = ['Eiche', 'Stahl', 'Messing', 'Leinen', 'Kobalt']
const mixed = (n: number) => (Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(n + 7, 0x85ebca6b)) >>> 7
const made = (n: number) => ({ kind: mixed(n) % 6, look: mixed(n + 5000) % 5, number: 100 + n * 13 })
const title = (n: number) => `Acme ${kinds[made(n).kind]} ${looks[made(n).look]} ${made(n).number}`
const all = (is: (n: number) => string, count = 120): TextChange[] =>
  Array.from({ length: count }, (_, n) => ({ was: title(n), is: is(n), own: `SKU-${n} Acme` }))

describe('unrelated to the old texts', () => {
  test.each<[string, (n: number) => string]>([
    ['other words', (n) => `Wooden toy train no ${n + 7000}`],
    ['the words of other products', (n) => title(1000 + n * 17)],
    ['their own titles on others, far away', (n) => title((n * 53 + 31) % 120)],
    ['one text for all', () => 'Product'],
    ['no word at all', () => '—'],
  ])('%s', (_, is) => {
    expect(countUnrelated(all(is))).toBeGreaterThan(100)
  })
  test('an eighth of texts next to others that only gained a word', () => {
    const texts = all((n) => (n % 8 ? `${title(n)} - new` : `Wooden toy train no ${n + 7000}`))
    expect(countUnrelated(texts)).toBe(15)
  })
  test('a translation in which most words belong to another product', () => {
    const sizes = ['small', 'large', 'round', 'flat']
    const grosse = ['klein', 'gross', 'rund', 'flach']
    const texts = Array.from({ length: 120 }, (_, n) => {
      const size = mixed(n + 900) % 4
      const off = n % 12 ? 0 : 1
      return {
        was: `${kinds[made(n).kind]} ${looks[made(n).look]} ${sizes[size]}`,
        is: `${german[made(n).kind]} ${anders[(made(n).look + off) % 5]} ${grosse[(size + off) % 4]}`,
        own: '',
      }
    })
    expect(countUnrelated(texts)).toBe(10)
  })
  test('texts whose new word fits only half of the time, which isn’t a translation', () => {
    const texts = Array.from({ length: 60 }, (_, n) => ({
      was: `Group${n % 3}`,
      is: Math.floor(n / 3) % 2 ? `Part${n % 3}` : `Word${mixed(n) % 9}`,
      own: '',
    }))
    expect(countUnrelated(texts)).toBe(60)
  })
  test('words that all texts have, which don’t count as something in common', () => {
    const texts = all((n) => `Wooden toy train ${n + 7000} with free shipping`)
    const before = texts.map((t) => ({ ...t, was: `${t.was} with free shipping` }))
    expect(countUnrelated(before)).toBeGreaterThan(110)
  })
  test('a word that most texts have by chance, which doesn’t count as a translation', () => {
    expect(countUnrelated(all((n) => `${mixed(n + 77) % 5 ? 'Premium' : 'Basic'} toy ${n + 7000}`))).toBe(120)
  })
  test('just a few texts', () => {
    expect(countUnrelated(all((n) => `Wooden toy train ${n + 7000}`, 8))).toBe(8)
  })
})

describe('related', () => {
  const translated = (n: number) => `${german[made(n).kind]} aus ${anders[made(n).look]}`
  test.each<[string, (n: number) => string]>([
    ['a word added', (n) => `Sale! ${title(n)}`],
    ['words left out', (n) => title(n).split(' ').slice(1).join(' ')],
    ['letters with accents', (n) => title(n).replaceAll(/[aeiou]/g, '$&\u0301')],
    ['capitals', (n) => title(n).toUpperCase()],
    ['words in another order', (n) => title(n).split(' ').toReversed().join(' ')],
    ['a translation that keeps brand and number', (n) => `Acme ${translated(n)} ${made(n).number}`],
    ['a translation that keeps nothing', translated],
    ['its SKU in it', (n) => `SKU-${n}: the finest of its kind`],
  ])('%s', (_, is) => {
    expect(countUnrelated(all(is))).toBe(0)
  })
  test('a title that names the new category', () => {
    const texts = Array.from({ length: 60 }, (_, n) => ({
      was: 'Accessories',
      is: ['Belts', 'Hats', 'Bags'][n % 3]!,
      own: `Leather ${['belt', 'hat', 'bag'][n % 3]} ${n}`,
    }))
    expect(countUnrelated(texts, true)).toBe(0)
    const torn = texts.map((t, n) => ({ ...t, is: ['Belts', 'Hats', 'Bags'][mixed(n) % 3]! }))
    expect(countUnrelated(torn, true)).toBeGreaterThan(30)
  })
  test('words of its own, even if half of the other texts have them too', () => {
    const texts = Array.from({ length: 6 }, (_, n) => {
      const thing = n % 2 ? 'Belts' : 'Bags'
      return { was: 'Accessories', is: thing, own: `Leather ${thing}` }
    })
    expect(countUnrelated(texts)).toBe(0)
  })
  test('no texts at all', () => expect(countUnrelated([])).toBe(0))
})
