import { expect, test } from 'vitest'
import { faultsOfRow, readRecords, resultOf, type DeclaredColumn } from './sql-types.ts'

const integer = 23
const text = 25
const json = 3802
const column = (name: string, more: Partial<DeclaredColumn> = {}): DeclaredColumn => ({
  name,
  kinds: ['number'],
  nullable: false,
  optional: false,
  ...more,
})

test('a row that matches its declaration passes', () => {
  expect(faultsOfRow([column('total')], { total: { oid: integer, hasNull: false } })).toEqual([])
})

test('a missing column is reported with the columns that came', () => {
  expect(faultsOfRow([column('total')], { count: { oid: integer, hasNull: false } })).toEqual([
    'no column total; it returns count',
  ])
})

test('an optional column may be missing', () => {
  expect(faultsOfRow([column('total', { optional: true })], {})).toEqual([])
})

test('a column of another type is reported', () => {
  expect(faultsOfRow([column('total')], { total: { oid: text, hasNull: false } })).toEqual([
    'total is a string (type 25), declared as number',
  ])
})

test('JSON may be anything', () => {
  expect(faultsOfRow([column('total')], { total: { oid: json, hasNull: false } })).toEqual([])
})

test('an undeclared null is reported', () => {
  const columns = { total: { oid: integer, hasNull: true } }
  expect(faultsOfRow([column('total')], columns)).toEqual(['total was null, declared without null'])
  expect(faultsOfRow([column('total', { nullable: true })], columns)).toEqual([])
})

const record = (template: string, columns: Record<string, { oid: number; hasNull: boolean }>) =>
  JSON.stringify({ template, columns })

test('a null in any of several runs counts', () => {
  const records = readRecords([
    record('select total', { total: { oid: integer, hasNull: true } }),
    record('select total', { total: { oid: integer, hasNull: false } }),
  ])
  expect(records.get('select total')).toEqual([{ total: { oid: integer, hasNull: true } }])
})

test('among several statements built from one template, the one with the declared columns is used', () => {
  const records = readRecords([
    record('${}', { sku: { oid: text, hasNull: false } }),
    record('${}', { total: { oid: integer, hasNull: false } }),
  ])
  const statement = { place: '', template: '${}', columns: [column('total')] }
  expect(resultOf(statement, records)).toEqual({ total: { oid: integer, hasNull: false } })
  expect(resultOf({ ...statement, columns: [column('company')] }, records)).toBeUndefined()
})
