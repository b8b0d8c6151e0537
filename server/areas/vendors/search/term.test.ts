import { expect, test } from 'vitest'
import { readTerm } from './term.ts'

test.each([
  ['997', 997],
  ['#997', 997],
  ['007', 7],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['21474836470', null],
  ['shop 997', null],
  ['997 main', null],
  ['##997', null],
  ['#', null],
  ['garden', null],
])('“%s” searches for the number %s', (term, id) => expect(readTerm(term).id).toBe(id))

test.each([
  ['5551234567', '5551234567'],
  ['1234567', '1234567'],
  ['5020304050', '5020304050'],
  ['123456', null],
  ['+1 (555) 123-4567', '5551234567'],
  ['555.123/4567', '5551234567'],
  ['0049 171 2045608', '1712045608'],
  ['001712045', '1712045'],
  ['0000012', null],
  ['0', null],
  ['unit 5551234567', null],
  ['5551234567 home', null],
  ['1+5551234567', null],
  ['garden', null],
])('“%s” searches for the phone %s', (term, phone) => expect(readTerm(term).phone).toBe(phone))

test.each([
  ['https://kettles.example.com/products/1', 'kettles.example.com'],
  ['http://kettles.example.com?x=1', 'kettles.example.com'],
  ['HTTPS://Kettles.example.com#top', 'Kettles.example.com'],
  ['kettles.example.com/de', 'kettles.example.com/de'],
  ['see https://kettles.example.com/', 'see https://kettles.example.com/'],
  ['https://', 'https://'],
])('“%s” searches for the address %s', (term, address) => expect(readTerm(term).address).toBe(address))
