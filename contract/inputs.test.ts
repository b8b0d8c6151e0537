import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as inputs from './inputs.ts'

describe('an input type', () => {
  test.each([
    [
      'line',
      inputs.line(5, 'Say it'),
      ['a', '  abc  '],
      ['', '   ', 'abcdef', '\u200B\u2060', '\u202E', '\u3164'],
    ],
    ['line in any script', inputs.line(9, 'Say it'), ['מפעל', '東京', 'é', '✓', '👨‍👩‍👧'], []],
    ['line that may be empty', inputs.line(5), ['', '  '], ['abcdef']],
    ['text', inputs.text(5), ['', '  a  '], ['abcdef', 'a\0']],
    ['email', inputs.email, ['a@b.co', ' a@b.co '], ['a@b', 'a b@c.de', '@b.co', `${'a'.repeat(250)}@b.co`]],
    [
      'url',
      inputs.url(40, ['http', 'https'], 'no'),
      ['https://a.b/c', 'http://a.b'],
      ['ftp://a.b', 'httphttps://a.b', 'https://', 'https://a.b/\0', `https://a.b/${'c'.repeat(40)}`],
    ],
    [
      'day',
      inputs.day,
      ['2026-02-28', '1900-01-01', '2199-12-31'],
      ['2026-02-30', '2200-01-01', '9999-12-31', '0000-01-01', '1899-12-31', '26-1-1', ''],
    ],
    [
      'money',
      inputs.money,
      ['0', '-12.5', '999999999999.9999'],
      ['1e5', '1.23456', '1,5', '', '.5', '1234567890123'],
    ],
    ['id', inputs.id, [1, 2_147_483_647], [0, -1, 1.5, 2_147_483_648, '1', null]],
    [
      'id that is chosen',
      inputs.requiredId('Choose'),
      [1, 2_147_483_647],
      [0, 1.5, 2_147_483_648, '1', null],
    ],
    ['bigId', inputs.bigId, [1, 2_147_483_648], [0, 2 ** 53]],
    [
      'id in a path',
      inputs.fromText.id,
      ['1', 1, '2147483647'],
      [
        '0',
        'x',
        '1.5',
        '2147483648',
        '',
        '01',
        ' 1',
        '1 ',
        '+1',
        '-1',
        '0x1',
        '1e0',
        '1.0',
        '१',
        ['1'],
        true,
        null,
      ],
    ],
    ['instant', inputs.instant, [0, 253_402_300_799], [-1, 253_402_300_800, 1.5]],
    ['page', inputs.page, [1, 10_000, undefined], [0, 10_001]],
    ['version', inputs.version, [0, undefined], [-1, 1.5, 2 ** 53]],
    [
      'token in a path',
      inputs.pathValues.token,
      ['x'.repeat(10), 'x'.repeat(200)],
      ['x'.repeat(9), 'x'.repeat(201)],
    ],
    ['percent', inputs.percent, [0, 12.5, 33.33, 100], [-1, 100.1, 33.333]],
  ] as const)('%s', (_name, schema, good, bad) => {
    for (const value of good) expect(z.safeParse(schema, value).success, `takes ${String(value)}`).toBe(true)
    for (const value of bad)
      expect(z.safeParse(schema, value).success, `refuses ${String(value)}`).toBe(false)
  })
})

test('values sent as text are converted to their types, and the page defaults to the first', () => {
  const read = (schema: z.ZodType, value: unknown) => schema.parse(value)
  const described = z.toJSONSchema(inputs.fromText.id, { io: 'input', unrepresentable: 'any' })
  expect(described).toMatchObject({ type: 'integer', minimum: 1, maximum: 2147483647 })
  expect(['true', 'false'].map((value) => read(inputs.fromText.flag, value))).toEqual([true, false])
  expect([read(inputs.fromText.page, undefined), read(inputs.page, undefined)]).toEqual([1, 1])
  expect(read(inputs.fromText.id, '12')).toBe(12)
  expect([read(inputs.line(9), ' a b '), read(inputs.email, ' a@b.co ')]).toEqual(['a b', 'a@b.co'])
  expect(read(inputs.text(9), ' a b ')).toBe(' a b ')
})

describe('an invalid value gets a message', () => {
  test.each([
    ['no line', inputs.line(5, 'Say it'), ' ', 'Say it'],
    ['a character that no table holds', inputs.text(5), 'a\0', 'Remove unsupported characters'],
    ['half a character', inputs.line(5), '\ud800', 'Remove unsupported characters'],
    ['no email', inputs.email, 'a@b', 'This is not a valid email address'],
    ['no email at all', inputs.emailOr('Who are you?'), undefined, 'Who are you?'],
    ['no address', inputs.url(40, ['https'], 'Enter an address'), 'a.b', 'Enter an address'],
    ['no day', inputs.day, 'today', 'Enter a date'],
    ['a day too long ago', inputs.day, '1899-12-31', 'Enter a date from 1900 on'],
    ['no amount', inputs.money, '1,5', 'Enter an amount such as 12.50'],
    ['no choice', inputs.requiredId('Choose one'), null, 'Choose one'],
  ] as const)('%s', (_what, schema, value, said) => {
    expect(z.safeParse(schema, value).error?.issues[0]?.message).toBe(said)
  })
})

test('a line drops invisible characters', () => {
  expect(inputs.line(40).parse('Acme\u202Egpj.exe\u0007')).toBe('Acmegpj.exe')
  expect(inputs.line(40).parse('a\u200Eb\u200Fc\u061C')).toBe('abc')
  expect(inputs.lines(40).parse('two\nlines\u202E')).toBe('two\nlines')
})
test('a name is reduced to one line', () => {
  expect(inputs.line(40, 'Say it').parse('Line one\r\nLine\ttwo\u2028three\u2029\n')).toBe(
    'Line one Line two three',
  )
  expect(() => inputs.line(40, 'Say it').parse('\n\t')).toThrow('Say it')
})
test('a web address can’t contain a login', () => {
  const said = (value: string) =>
    inputs
      .webAddress(99, 'no')
      .safeParse(value)
      .error?.issues.map((issue) => issue.message)
  expect(said('https://me:secret@shop.example.com/')).toEqual([
    'Remove the username and password from the URL',
  ])
  expect(said('https://shop.example.com/@me')).toBeUndefined()
})
test.each([
  [inputs.text(3), 'abcd', 'Enter at most 3 characters'],
  [inputs.line(3), 'abcd', 'Enter at most 3 characters'],
  [inputs.lines(3, 'Say it'), 'abcd', 'Enter at most 3 characters'],
  [inputs.webAddress(20, 'no'), 'https://shop.example.com/', 'Enter at most 20 characters'],
  [inputs.count(1, 9), 10, 'Enter a whole number from 1 to 9'],
  [inputs.percent, -1, 'Enter a percentage from 0 to 100'],
])('a limit is explained in plain words, also in forms that check by it', (schema, value, said) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([said])
})
