import { inflateSync } from 'node:zlib'

/** The text of a PDF from pdfkit, page by page, decoded by the tables of its embedded fonts. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf.toString('latin1'))
  const objectAt = (ref: string | undefined) => objects.get(Number(ref))
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const resources = objectAt(/\/Resources (\d+) 0 R/.exec(head)?.[1])!
    const fonts = new Map(
      [...resources.head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, ref]) => [
        name!,
        glyphsOf(objectAt(/\/ToUnicode (\d+) 0 R/.exec(objectAt(ref)!.head)![1])!.stream),
      ]),
    )
    return textOf(objectAt(/\/Contents (\d+) 0 R/.exec(head)?.[1])!.stream, fonts)
  })
}

interface PdfObject {
  head: string
  stream: string
}
function objectsOf(text: string): Map<number, PdfObject> {
  const objectMatches = text.matchAll(
    /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:stream\n([\s\S]*?)\nendstream\n)?endobj/g,
  )
  return new Map(
    [...objectMatches].map(([, n, head, stream]) => [
      Number(n),
      {
        head: head!,
        stream:
          stream === undefined || !head!.includes('FlateDecode')
            ? (stream ?? '')
            : inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
      },
    ]),
  )
}

/** The letters of a font's glyphs, in the order of their numbers; a ligature has several. */
function glyphsOf(table: string): string[] {
  return [...table.matchAll(/\[((?:<[0-9a-f ]*>\s*)+)\]/g)].flatMap(([, range]) =>
    [...range!.matchAll(/<([0-9a-f ]*)>/g)].map(([, hex]) =>
      Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  )
}

function textOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): string {
  let glyphs: readonly string[] = []
  const lines: string[] = []
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g))
    if (font) glyphs = fonts.get(font)!
    else
      lines.push(
        [...shown!.matchAll(/<([0-9a-f]+)>/g)]
          .flatMap(([, hex]) => hex!.match(/..../g)!)
          .map((id) => glyphs[Number.parseInt(id, 16)] ?? '?')
          .join(''),
      )
  return lines.join('\n')
}
