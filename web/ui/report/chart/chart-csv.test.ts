import { expect, test } from 'vitest'
import { chartCsv } from './chart-csv.ts'

test('a chart’s figures are a CSV with a row for each point', () => {
  const points = [
    { name: '11/28/26', Sent: 12, Refused: null, Reason: 'Too large, "again"' },
    { name: '11/29/26', Sent: -3.5, Refused: 1, Reason: '' },
  ]
  expect(chartCsv(points, ['Sent', 'Refused', 'Reason'])).toBe(
    ',Sent,Refused,Reason\r\n11/28/26,12,,"Too large, ""again"""\r\n11/29/26,-3.5,1,\r\n',
  )
})

test('a text that a spreadsheet would run as a formula is kept a text', () => {
  expect(chartCsv([{ name: '=1+1', Sent: 2 }], ['Sent'])).toBe(",Sent\r\n'=1+1,2\r\n")
})
