import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { uniqueNames } from '../table/names.ts'
import { FeedFailure, limits } from '../failure.ts'
import { note, RowBatch, smallPieces, type RecordBatch, type TextTraits } from '../record.ts'
import { xmlFault } from './xml-faults.ts'

/** Whether an XML document is a workbook of Excel 2003 (“XML Spreadsheet”). */
export const isSpreadsheetMl = (beginning: string): boolean =>
  /<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/.test(beginning.slice(0, 4096))

/** The first filled sheet of a workbook of Excel 2003, row by row, with the names of its columns in the first row. */
export async function* readSpreadsheetMl(
  text: AsyncIterable<string>,
  traits?: TextTraits,
): AsyncGenerator<RecordBatch> {
  const sheet = new Sheet(traits)
  for await (const piece of text)
    for (const small of smallPieces(piece)) {
      sheet.parser.write(small)
      if (sheet.batch.full) yield sheet.takeBatch()
    }
  sheet.parser.close()
  yield sheet.takeBatch()
}

const local = (name: string) => name.replace(/^.*:/, '')
const placeOf = (tag: SaxesTagPlain, name: string): number | undefined => {
  const value = Object.entries(tag.attributes).find(([attribute]) => local(attribute) === name)?.[1] ?? ''
  return /^[1-9]\d{0,6}$/.test(value) ? Number(value) : undefined
}

class Sheet {
  readonly batch = new RowBatch()
  readonly parser = new SaxesParser()
  readonly #traits: TextTraits | undefined
  #columns: string[] | undefined
  #sheet = ''
  /** The sheet that is read: the first that has rows. */
  #readSheet: string | undefined
  #row = 0
  #cells: string[] = []
  #column = 0
  #chars = 0
  #inData = false

  constructor(traits: TextTraits | undefined) {
    this.#traits = traits
    this.parser.on('error', ({ message }) => {
      throw xmlFault(message, this.parser)
    })
    this.parser.on('opentag', (tag) => this.#open(tag as SaxesTagPlain))
    this.parser.on('text', (piece) => this.#addText(piece))
    this.parser.on('cdata', (piece) => this.#addText(piece))
    this.parser.on('closetag', ({ name }) => this.#close(local(name)))
  }

  takeBatch(): RecordBatch {
    return { columns: this.#columns ?? [], rows: this.batch.take() }
  }

  #open(tag: SaxesTagPlain): void {
    switch (local(tag.name)) {
      case 'Worksheet':
        this.#sheet = Object.entries(tag.attributes).find(([name]) => local(name) === 'Name')?.[1] ?? ''
        this.#row = 0
        break
      case 'Row':
        this.#row = Math.max(placeOf(tag, 'Index') ?? 0, this.#row + 1)
        this.#cells = []
        this.#column = -1
        this.#chars = 0
        break
      case 'Cell':
        this.#column = (placeOf(tag, 'Index') ?? this.#column + 2) - 1
        if (this.#column >= limits.columns)
          throw new FeedFailure(
            'too_many_columns',
            `The sheet has more than ${limits.columns} columns`,
            this.#row,
          )
        break
      case 'Data':
        this.#inData = true
    }
  }

  #addText(piece: string): void {
    if (!this.#inData) return
    this.#cells[this.#column] = (this.#cells[this.#column] ?? '') + piece
    this.#chars += piece.length
    if (this.#chars > limits.recordChars)
      throw new FeedFailure('endless_row', `A row has more than ${limits.recordChars} characters`, this.#row)
  }

  #close(name: string): void {
    if (name === 'Data') this.#inData = false
    else if (name === 'Row') this.#closeRow()
  }

  #closeRow(): void {
    for (let i = 0; i < this.#cells.length; i++) this.#cells[i] ??= ''
    const filled = this.#cells.filter((cell) => cell.trim() !== '').length
    if (filled === 0) return
    if (this.#readSheet !== undefined && this.#readSheet !== this.#sheet) {
      const reason = `Left out: the sheet “${this.#sheet}”. The feed is the sheet “${this.#readSheet}”`
      note(this.#traits, { reason, line: this.#row, value: this.#cells.join(', ') })
      return
    }
    if (!this.#columns) {
      // a title above the names fills one cell
      if (filled < 2) return
      this.#readSheet = this.#sheet
      this.#columns = uniqueNames(this.#cells, this.#row)
      return
    }
    while (this.#cells.length < this.#columns.length) this.#cells.push('')
    this.batch.add({ line: this.#row, cells: this.#cells, hashA: 0, hashB: 0 }, this.#chars)
  }
}
