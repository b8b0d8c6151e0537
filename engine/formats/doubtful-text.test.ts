import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decode } from './decode.ts'
import { isWideText } from './doubtful-text.ts'
import { doubtfulLine } from '../record.ts'

async function* once(bytes: Buffer, size = bytes.length) {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}
async function read(
  bytes: Buffer,
  { setting, size, marksLines = true }: { setting?: string; size?: number; marksLines?: boolean } = {},
) {
  const { encoding, notes, text } = await decode(once(bytes, size), setting, { marksLines })
  let all = ''
  for await (const piece of text) all += piece
  return { encoding, notes, text: all }
}
const rows = (titles: readonly string[], n: number) =>
  `sku;name;price\n${Array.from({ length: n }, (_, i) => `N${i};${titles[i % titles.length]};1,50\n`).join('')}`

describe('a text with one byte a letter', () => {
  test.each([
    ['windows-1250', ['Żółta książka', 'Łóżko', 'Gęś i źrebię', 'Wąż']],
    ['windows-1250', ['Žlutý kůň', 'Dřevěná židle', 'Stolička červená', 'Lampička']],
    ['windows-1250', ['Fűtőtest', 'Vízforraló', 'Hűtőszekrény', 'Könyvespolc']],
    ['windows-1252', ['Tischlampe München', 'Hocker Düsseldorf', 'Regal Zürich', 'Straße']],
    ['windows-1252', ['Étagère chêne', 'Crochet à tête', 'Pièce détachée', 'Garçon']],
    ['windows-1252', ['Estantería', 'Año', 'Camión pequeño', '¿Qué?']],
    ['windows-1252', ['Caffè', 'Perché è così', 'Più', 'Città']],
    ['windows-1252', ['Mão', 'Lâmpada', 'Coração', 'Sofás']],
    ['windows-1252', ['Børste', 'Læder', 'Gås', 'Rød stol']],
    ['windows-1252', ['Bücherregal', '12” Bildschirm', 'Preis 5 €', '½ Zoll – 20°']],
    ['windows-1252', ['It’s only £25', '2 for Â£20', 'Halen Môn', 'New – old']],
    ['windows-1252', ['Texas – TX', 'Ohio – OH', '5’ rope', '“Oak” shelf']],
    ['windows-1251', ['Полка дубовая', 'Крючок', 'БАНКА стеклянная', 'Ковёр']],
    ['koi8-r', ['Полка дубовая', 'Крючок', 'БАНКА стеклянная', 'Ковёр']],
    ['cp866', ['Полка дубовая', 'Крючок', 'БАНКА стеклянная', 'Стол']],
    ['windows-1254', ['Çağdaş ışık', 'Şık kapı', 'Kırmızı gölge', 'İyi']],
  ])('is read as %s: %j', async (encoding, titles) => {
    for (const n of [4, 200]) {
      const text = rows(titles, n)
      expect(await read(iconv.encode(text, encoding))).toMatchObject({ text })
    }
  })
})

describe('a broken byte', () => {
  const good = rows(['Café crème', 'Thé vert'], 3000)
  const bad = Buffer.from('N9;Caf\xe9 brûlé;2,50\n', 'latin1')
  test('in a late line of UTF-8 is read as Windows text, and its line is marked', async () => {
    const bytes = Buffer.concat([Buffer.from(good), bad, Buffer.from('N10;Thé;1\n')])
    for (const size of [bytes.length, 70_001]) {
      const { text, encoding } = await read(bytes, { size })
      expect(encoding).toBe('utf-8')
      expect(text).toBe(`${good}${doubtfulLine}N9;Café brûlé;2,50\nN10;Thé;1\n`)
    }
  })
  test('among the first lines of UTF-8 spoils no other line', async () => {
    const bytes = Buffer.concat([Buffer.from(rows(['Café', 'Thé'], 40)), bad, Buffer.from(rows(['Thé'], 40))])
    expect((await read(bytes)).text).toContain(`Thé;1,50\n${doubtfulLine}N9;Café brûlé`)
  })
  test('after plain letters alone decides the page of the rest', async () => {
    const polish = iconv.encode(rows(['Żółta książka', 'Łóżko'], 20), 'windows-1250')
    const { text } = await read(Buffer.concat([Buffer.from(rows(['Shelf'], 6000)), polish]))
    expect(text.replaceAll(doubtfulLine, '')).toContain('N0;Żółta książka')
  })
  test('is refused where lines can’t be marked, or in the encoding that was set', async () => {
    const bytes = Buffer.concat([Buffer.from(good), bad])
    await expect(read(bytes, { marksLines: false, size: 65_536 })).rejects.toMatchObject({ code: 'encoding' })
    await expect(read(bytes, { setting: 'utf-8' })).rejects.toMatchObject({ code: 'encoding' })
  })
})

describe('text with two bytes a letter and no mark', () => {
  test.each(['sku;title\nN1;Oak\n', 'Артикул;Название\nПолка;1\n', '品番;名前\n椅子1;2\n'])(
    'is recognized: %j',
    async (text) => {
      for (const encoding of ['utf-16le', 'utf-16be']) {
        const bytes = iconv.encode(text.repeat(3), encoding)
        expect(isWideText(bytes.subarray(0, 512))).toBe(true)
        expect(await read(bytes)).toMatchObject({ encoding, text: text.repeat(3) })
      }
    },
  )
  test('isn’t a text with a few zero bytes', () => {
    expect(isWideText(Buffer.from('sku\0,title\0\nN1,Oak shelf\n'))).toBe(false)
  })
})

describe('UTF-7', () => {
  test('is read and named', async () => {
    const found = await read(Buffer.from('sku,qty+AF8-total\nN1,Tom +ACY- Co\nN2,Caf+AOk-\n'))
    expect(found).toMatchObject({ encoding: 'utf-7', text: 'sku,qty_total\nN1,Tom & Co\nN2,Café\n' })
    expect(found.notes).toEqual([expect.stringContaining('UTF-7')])
  })
  test.each(['sku\nA+ABC-1\nB+XYZ-2\nC+QRS-3\n', 'size\n10+20-30\n5+500-1\n'])(
    'isn’t codes with plus and minus: %j',
    async (text) => {
      expect(await read(Buffer.from(text))).toEqual({ encoding: 'utf-8', notes: [], text })
    },
  )
})

describe('text that was encoded twice', () => {
  const twice = (text: string) => iconv.encode(iconv.decode(Buffer.from(text), 'windows-1252'), 'utf-8')
  test('is read as it was meant if all of it was, wherever pieces end', async () => {
    const text = rows(['Tüte grün', 'Café – 5 €', 'Straße'], 50)
    for (const size of [1, 7, 100_000]) {
      const found = await read(twice(text), { size })
      expect(found.text).toBe(text)
      expect(found.notes).toEqual([expect.stringMatching(/encoded twice/)])
    }
  })
  test('is only noted in another script, whose letters may have been replaced', async () => {
    const found = await read(twice(rows(['Кухня'], 5)))
    expect(found.text).not.toContain('Кухня')
    expect(found.notes).toEqual([expect.stringMatching(/garbled/)])
  })
  test('is only noted if part of it was', async () => {
    const bytes = Buffer.concat([Buffer.from(rows(['Tüte'], 5)), twice(rows(['Grün', 'Café'], 5))])
    const found = await read(bytes)
    expect(found.text).toContain('GrÃ¼n')
    expect(found.notes).toEqual([expect.stringMatching(/garbled/)])
  })
  test.each(['IRMÃS;ROMÂNIA;Ã', 'Ångström °C – ½', 'ÂGE;Âme'])(
    'isn’t text with capital accents: %j',
    async (text) => {
      expect((await read(Buffer.from(rows([text], 20)))).notes).toEqual([])
    },
  )
})
