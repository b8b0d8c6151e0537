import type { Entry } from 'yauzl'
import { FeedFailure, limits } from '../failure.ts'
import { parse, type OpenWorkbook } from './xlsx-part.ts'
import { shownAs, type ShowNumber } from './xlsx-shown.ts'

interface Sheet {
  name: string
  isHidden: boolean
  entry: Entry
}
/** A workbook's sheets, texts and number formats. */
export interface Workbook {
  sheets: readonly Sheet[]
  strings: readonly string[]
  /** How a cell's number is shown, by its style. */
  formats: readonly ShowNumber[]
}

const workbookPart = 'xl/workbook.xml'

export async function openWorkbook(zip: OpenWorkbook, entries: readonly Entry[]): Promise<Workbook> {
  const entry = (name: string) =>
    entries.find((e) => e.fileName === name) ??
    entries.find((e) => e.fileName.toLowerCase() === name.toLowerCase())
  const main = entry(workbookPart)
  if (!main) throw new FeedFailure('not_xlsx', 'The file is a zip archive but not an XLSX workbook')
  const { sheets, from1904 } = await sheetsOf(zip, main)
  const parts = await relatedParts(zip, entry('xl/_rels/workbook.xml.rels'))
  const partOfType = (type: string) => parts.find((part) => part.type.endsWith(`/${type}`))?.target
  return {
    sheets: sheets.map(({ name, isHidden, rid }, i) => {
      const target = parts.find((part) => part.id === rid)?.target ?? `xl/worksheets/sheet${i + 1}.xml`
      const part = entry(target)
      if (!part) throw new FeedFailure('not_xlsx', `The sheet “${name}” is missing from the workbook`)
      return { name, isHidden, entry: part }
    }),
    strings: await sharedStrings(
      zip,
      entry(partOfType('sharedStrings') ?? '') ?? entry('xl/sharedStrings.xml'),
    ),
    formats: await numberFormats(zip, entry(partOfType('styles') ?? '') ?? entry('xl/styles.xml'), from1904),
  }
}

async function sheetsOf(zip: OpenWorkbook, main: Entry) {
  const sheets: { name: string; isHidden: boolean; rid: string }[] = []
  let from1904 = false
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    if (name !== 'sheet') return
    const rid = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    sheets.push({
      name: attributes.name ?? '',
      isHidden: /hidden$/i.test(attributes.state ?? ''),
      rid: rid ?? '',
    })
  }
  await parse(zip, main, { open })
  return { sheets, from1904 }
}

async function relatedParts(zip: OpenWorkbook, rels: Entry | undefined) {
  const parts: { id: string; type: string; target: string }[] = []
  if (rels)
    await parse(zip, rels, {
      open(_name, { Id, Target, Type }) {
        if (Id && Target)
          parts.push({ id: Id, type: Type ?? '', target: Target.replace(/^\/?(xl\/)?/, 'xl/') })
      },
    })
  return parts
}

async function sharedStrings(zip: OpenWorkbook, entry: Entry | undefined): Promise<string[]> {
  const strings: string[] = []
  if (!entry) return strings
  if (entry.uncompressedSize > limits.sharedStringsBytes)
    throw new FeedFailure(
      'too_large',
      `The workbook’s text is larger than ${limits.sharedStringsBytes} bytes`,
    )
  let text = ''
  let inText = false
  let inReading = false
  const open = (name: string) => {
    if (name === 'si') text = ''
    if (name === 'rPh') inReading = true
    inText = name === 't' && !inReading
  }
  const close = (name: string) => {
    inText = false
    if (name === 'rPh') inReading = false
    if (name !== 'si') return
    strings.push(unescapeText(text))
    if (strings.length > limits.sharedStrings)
      throw new FeedFailure('too_large', `The workbook has more than ${limits.sharedStrings} texts`)
  }
  await parse(zip, entry, { open, text: (piece) => inText && (text += piece), close })
  return strings
}

async function numberFormats(
  zip: OpenWorkbook,
  entry: Entry | undefined,
  from1904: boolean,
): Promise<ShowNumber[]> {
  const codes = new Map<number, string>()
  const formats: ShowNumber[] = []
  if (!entry) return formats
  const byFormat = new Map<number, ShowNumber>()
  let inCells = false
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
    if (name === 'cellXfs') inCells = true
    if (name !== 'xf' || !inCells) return
    const id = Number(attributes.numFmtId ?? 0)
    if (!byFormat.has(id)) byFormat.set(id, shownAs(id, codes.get(id), from1904))
    formats.push(byFormat.get(id))
  }
  const close = (name: string) => {
    if (name === 'cellXfs') inCells = false
  }
  await parse(zip, entry, { open, close })
  return formats
}

/** `_x000D_` is the character with that code, as spreadsheets write characters that XML would lose. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
