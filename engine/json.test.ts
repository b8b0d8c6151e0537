import { describe, expect, test } from 'vitest'
import { readJson, readJsonLines } from './json.ts'
import type { KnownRow } from './record.ts'
import { collected, inPieces } from './cases/records.ts'

const read = (text: string | string[], item?: string) => collected(readJson(inPieces(text), item))
const readLines = (text: string | string[], known?: KnownRow) =>
  collected(readJsonLines(inPieces(text), known))
/** A document's items as column and cell, blanks left out. */
const items = async (text: string, item?: string) => {
  const { columns, rows } = await read(text, item)
  return rows.map((r) =>
    Object.fromEntries(columns.map((c, i) => [c, r.cells[i]]).filter(([, cell]) => cell !== '')),
  )
}
const nested = (depth: number): object => (depth === 0 ? { end: 1 } : { a: nested(depth - 1) })

describe('a JSON document’s list', () => {
  test('is one record an object, numbered, with all columns so far', async () => {
    expect(await read('[{"sku":"A"}, {"price":2.50}, 7, null, ["x"], {"sku":"C","qty":0}]')).toEqual({
      batches: expect.any(Array),
      columns: ['sku', 'price', 'qty'],
      rows: [
        { line: 1, cells: ['A'], hashA: 0, hashB: 0 },
        { line: 2, cells: ['', '2.5'], hashA: 0, hashB: 0 },
        { line: 3, cells: ['C', '', '0'], hashA: 0, hashB: 0 },
      ],
    })
  })
  test.each(['data.items', '$.data.items', '.data.items', ' data.items '])('is found at %j', async (path) => {
    expect(
      await items('{"data":{"n":{"sku":"no"},"items":[{"sku":"A"}]},"items":[{"sku":"B"}]}', path),
    ).toEqual([{ sku: 'A' }])
  })
  test.each([undefined, '', ' ', '$'])('is the document itself where no path is given: %j', async (path) => {
    expect(await items('[{"sku":"A"}]', path)).toEqual([{ sku: 'A' }])
    expect(await items('{"A":{"sku":"A"},"B":{"sku":"B"}}', path)).toEqual([{ sku: 'A' }, { sku: 'B' }])
  })
  test('comes with at most 2,000 items of a piece before the next, each with its columns', async () => {
    const many = (key: string) => Array.from({ length: 2000 }, () => `{"${key}":1}`).join(',')
    const { batches } = await read([`[${many('a')},`, `${many('b')},{"c":1}]`])
    expect(batches.map((b) => [b.rows.length, b.columns])).toEqual([
      [2000, ['a']],
      [2001, ['a', 'b', 'c']],
      [0, ['a', 'b', 'c']],
    ])
  })
  test('gives nested values by their paths', async () => {
    const item = {
      text: 'a "b"',
      yes: true,
      none: null,
      price: { amount: 1.5, was: { amount: 2 } },
      images: ['x', null, 'y', 3],
      empty: [],
      sizes: [{ size: 'S' }, 'loose', { size: 'L' }],
    }
    expect(await items(JSON.stringify([item]))).toEqual([
      {
        text: 'a "b"',
        yes: 'true',
        'price.amount': '1.5',
        'price.was.amount': '2',
        images: 'x|y|3',
        'sizes.0.size': 'S',
        'sizes.1': 'loose',
        'sizes.2.size': 'L',
      },
    ])
  })
  test('is read eleven levels into an item, and no deeper', async () => {
    expect(await items(JSON.stringify([nested(11)]))).toEqual([{ 'a.a.a.a.a.a.a.a.a.a.a.end': '1' }])
    expect(await items(JSON.stringify([{ sku: 'A', ...nested(12) }]))).toEqual([{ sku: 'A' }])
  })
  test.each([
    ['empty', '', 'The file is empty'],
    ['empty', ' \n', 'The file is empty'],
    ['not_json', '[{"sku":"A"},{"sku":"B"', 'The JSON ends in the middle, after item 1'],
    ['not_json', '[{"sku":"A"},{"sku":B}]', /^The file isn't JSON: Unexpected "B".*, after item 1$/],
  ])('is refused as %s: %j', async (code, text, message) => {
    await expect(read(text)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    if (text.trim()) expect((await read([' \n', '[]'])).rows).toEqual([])
  })
  test('has at most 2,000 different fields', async () => {
    const item = (n: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`f${i}`, 1])))
    expect((await read(`[${item(2000)}]`)).columns).toHaveLength(2000)
    const refusal = { code: 'too_many_columns', line: 2 }
    await expect(read(`[{"f0":1},${item(2001)}]`)).rejects.toMatchObject(refusal)
    await expect(readLines(`{"f0":1}\n${item(2001)}`)).rejects.toMatchObject(refusal)
  })
})

describe('JSON Lines', () => {
  test('are one record a line, wherever the pieces of the text end', async () => {
    const text = '{"sku":"A","n":{"m":1}}\r\n\n \n{"price":2}\n{"sku":"č"}'
    const { columns, rows } = await readLines(text)
    expect(columns).toEqual(['sku', 'n.m', 'price'])
    expect(rows.map((r) => [r.line, ...r.cells])).toEqual([
      [1, 'A', '1'],
      [4, '', '', '2'],
      [5, 'č', '', ''],
    ])
    expect(new Set(rows.map((r) => `${r.hashA} ${r.hashB}`)).size).toBe(3)
    expect((await readLines(text.split(''))).rows).toEqual(rows)
  })
  test.each([
    ['[1]', 'not an object'],
    ['null', 'not an object'],
    ['7', 'not an object'],
    ['{"sku":', /^Unexpected end/],
  ])('that are no object are rejected one by one: %s', async (line, why) => {
    const { rows } = await readLines(`{"sku":"A"}\n${line}\n{"sku":"B"}`)
    expect(rows[1]).toMatchObject({ line: 2, cells: [line], fault: expect.stringMatching(/JSON object: /) })
    expect(rows[1]!.fault!.replace("The line isn't a JSON object: ", '')).toMatch(why)
    expect(rows.filter((r) => !r.fault).map((r) => r.line)).toEqual([1, 3])
  })
  test('that are no object are told by their first 500 characters', async () => {
    expect((await readLines('x'.repeat(600))).rows[0]!.cells).toEqual(['x'.repeat(500)])
  })
  test('that are known are left unread', async () => {
    const text = '{"sku":"A"}\nno json\n{"sku":"C"}'
    const { rows } = await readLines(text)
    const asked: number[] = []
    const again = await readLines(text, (a, b, line) => {
      asked.push(line)
      return a === rows[1]!.hashA && b === rows[1]!.hashB
    })
    expect(asked).toEqual([1, 2, 3])
    const { line, hashA, hashB } = rows[1]!
    expect(again.rows).toEqual([rows[0], { line, cells: [], hashA, hashB, known: true }, rows[2]])
  })
  test('come in batches', async () => {
    const { batches } = await readLines(['{"a":1}\n'.repeat(2000), '{"b":1}\n{"b":1}\n'])
    expect(batches.map((b) => [b.rows.length, b.columns])).toEqual([
      [2000, ['a']],
      [2, ['a', 'b']],
    ])
  })
  test('without an end are refused', async () => {
    const long = `{"sku":"${'x'.repeat(4 * 1024 * 1024 - 10)}`
    expect((await readLines([`{"sku":"A"}\n${long}`, '"}'])).rows).toHaveLength(2)
    await expect(readLines(`{"sku":"A"}\n\n${long}xxx`)).rejects.toMatchObject({
      code: 'endless_line',
      line: 3,
      message: 'A line is longer than 4194304 characters (line 3)',
    })
  })
})
