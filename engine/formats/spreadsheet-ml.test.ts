import { expect, test } from 'vitest'
import { collectRecords, inPieces } from '../cases/records.ts'
import type { TextTraits } from '../record.ts'
import { readXml } from './xml.ts'

const cell = (value: string, index = '') => `<Cell${index}><Data ss:Type="String">${value}</Data></Cell>`
const book = (sheets: string) =>
  `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets}</Workbook>`

test('a workbook of Excel 2003 is read as a table, with the cells it leaves out', async () => {
  const seen: TextTraits = { ended: true, swallowed: undefined }
  const rows =
    `<Row>${cell('Price list')}</Row><Row ss:Index="3">${cell('sku')}${cell('title')}${cell('price')}</Row>` +
    `<Row>${cell('N1')}${cell('Lamp')}${cell('1.5')}</Row><Row>${cell('N2')}${cell('2.5', ' ss:Index="3"')}</Row><Row/>`
  const text = book(
    `<Styles/><Worksheet ss:Name="Items"><Table>${rows}</Table></Worksheet><Worksheet ss:Name="Terms"><Table><Row>${cell('x')}</Row></Table></Worksheet>`,
  )
  const { columns, rows: read } = await collectRecords(readXml(inPieces(text), undefined, seen))
  expect(columns).toEqual(['sku', 'title', 'price'])
  expect(read.map((r) => [r.line, r.cells])).toEqual([
    [4, ['N1', 'Lamp', '1.5']],
    [5, ['N2', '', '2.5']],
  ])
  expect([...(seen.notices?.keys() ?? [])]).toEqual([
    'Left out: the sheet “Terms”. The feed is the sheet “Items”',
  ])
})
