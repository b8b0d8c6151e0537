import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { likeliestCodePage } from './code-pages.ts'
import { decode } from './decode.ts'

const texts = {
  german: 'Küche;Möbel;Größe;Schränke;Käse;Bücherregal;weiß;Stühle;schön;Jäger;Übersicht',
  french: 'Étagère;chêne;crème brûlée;forêt;gâteau;français;théière;fenêtre;façade;Noël',
  spanish: 'niño;baño;español;teléfono;lámpara;azúcar;colchón;sillón;pequeño;muñeca',
  danish: 'Køkken;møbler;blå;grøn;børn;tæppe;håndklæde;køletaske',
  polish: 'łóżko;półka;żółta;książka;ręcznik;świeca;krzesło;miękki;źródło',
  czech: 'židle;křeslo;stůl;skříň;červený;žlutý;bílá;dřevěný;šedá;nůž',
  hungarian: 'szőnyeg;függöny;könyv;zöld;fűző;tükör;ágy;gyertyatartó;fehér',
  russian: 'Стол дубовый;Полка;Ковёр шерстяной;Стеклянная банка;Нож кухонный;Яблоко',
  english: 'Women’s shoes;“Acme” shelf;Oak – large;and more…;Acme™ lamp;12” ruler;25µm;•first;best—seller',
} as const
const asFile = (text: string) =>
  text
    .split(';')
    .map((word, i) => `N${i},${word},12.50`)
    .join('\n')

describe('a text is read in the page that it was written in', () => {
  test.each([
    ['german', 'cp850'],
    ['german', 'macintosh'],
    ['french', 'cp850'],
    ['french', 'macintosh'],
    ['spanish', 'cp850'],
    ['spanish', 'macintosh'],
    ['danish', 'cp850'],
    ['danish', 'macintosh'],
    ['polish', 'cp852'],
    ['polish', 'maccenteuro'],
    ['czech', 'cp852'],
    ['czech', 'maccenteuro'],
    ['hungarian', 'cp852'],
    ['hungarian', 'maccenteuro'],
  ] as const)('%s in %s, and it is said that this is uncertain', async (language, page) => {
    const bytes = iconv.encode(asFile(texts[language]), page)
    const { text, notes } = await decode(one(bytes))
    expect(await whole(text)).toBe(asFile(texts[language]))
    expect(notes).toEqual([
      expect.stringMatching(/^The text encoding is uncertain: “.+” was read as (DOS|Mac)/),
    ])
  })
  test.each([
    ['german', 'windows-1252'],
    ['french', 'windows-1252'],
    ['spanish', 'windows-1252'],
    ['danish', 'windows-1252'],
    ['english', 'windows-1252'],
    ['polish', 'windows-1250'],
    ['polish', 'iso-8859-2'],
    ['czech', 'windows-1250'],
    ['hungarian', 'windows-1250'],
    ['russian', 'windows-1251'],
    ['russian', 'koi8-r'],
    ['russian', 'cp866'],
    ['russian', 'maccyrillic'],
  ] as const)('%s in %s', async (language, page) => {
    const { text, notes } = await decode(one(iconv.encode(asFile(texts[language]), page)))
    expect(await whole(text)).toBe(asFile(texts[language]))
    expect(notes).toEqual([])
  })
  test('quotes, dashes and signs of Windows text alone are no letters of other pages', () => {
    for (const word of texts.english.split(';'))
      expect([word, likeliestCodePage(iconv.encode(`A,${word},1`, 'windows-1252')).encoding]).toEqual([
        word,
        'windows-1252',
      ])
  })
})

test('a word that two pages read equally well is said', async () => {
  const { notes } = await decode(one(iconv.encode('N1,jalapeño,1', 'windows-1252')))
  expect(notes).toEqual(['The text encoding is uncertain: “jalapeño” was read as windows-1252'])
  expect((await decode(one(Buffer.from('N1,jalapeño,1')))).notes).toEqual([])
})

async function whole(pieces: AsyncIterable<string>) {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}
async function* one(bytes: Buffer) {
  yield bytes
}
