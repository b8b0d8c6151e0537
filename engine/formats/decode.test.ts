import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decode } from './decode.ts'

async function* inChunks(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
async function read(bytes: string | Buffer | Buffer[], setting?: string) {
  const chunks = Array.isArray(bytes) ? bytes : [Buffer.from(bytes)]
  const decoded = await decode(inChunks(chunks), setting)
  let text = ''
  for await (const piece of decoded.text) text += piece
  return { encoding: decoded.encoding, by: decoded.decidedBy, text }
}
const xml = (encoding: string) => `<?xml version="1.0" encoding='${encoding}'?><r>`

describe('the encoding', () => {
  test.each([
    ['utf-8', Buffer.from('\ufeffÄ,1')],
    ['utf-16le', Buffer.from('\ufeffÄ,1', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffÄ,1', 'utf16le').swap16()],
  ])('is taken first from the byte-order mark, which isn’t part of the text: %s', async (encoding, bytes) => {
    expect(await read(bytes, 'windows-1251')).toEqual({ encoding, by: 'bom', text: 'Ä,1' })
  })
  test('is taken next from the XML declaration', async () => {
    const bytes = iconv.encode(` ${xml('windows-1251')}Сыр`, 'windows-1251')
    expect(await read(bytes, 'utf-8')).toMatchObject({
      encoding: 'windows-1251',
      by: 'declaration',
      text: ` ${xml('windows-1251')}Сыр`,
    })
    expect(await read(xml('UTF8').replaceAll("'", '"'))).toMatchObject({
      encoding: 'utf-8',
      by: 'declaration',
    })
    expect(await read(`<r>${xml('windows-1251')}`)).toMatchObject({ by: 'guess' })
    expect(await read(`${' '.repeat(400)}${xml('windows-1251')}`)).toMatchObject({ by: 'guess' })
  })
  test('isn’t taken as UTF-16 if the declaration that says so is in single bytes', async () => {
    const text = `${xml('utf-16')}Ä`
    expect(await read(text)).toEqual({ encoding: 'utf-8', by: 'guess', text })
    expect(await read(iconv.encode(text, 'windows-1252'), 'latin1')).toEqual({
      encoding: 'windows-1252',
      by: 'setting',
      text,
    })
  })
  test.each([
    ['Windows-1251', 'windows-1251'],
    ['UTF8', 'utf-8'],
    ['utf-16', 'utf-16le'],
    ['UTF16LE', 'utf-16le'],
    ['UCS-2', 'utf-16le'],
    ['UTF16BE', 'utf-16be'],
    ['UTF32', 'utf-32le'],
    ['UTF32LE', 'utf-32le'],
    ['ucs-4', 'utf-32le'],
    ['UTF32BE', 'utf-32be'],
    ['ISO-8859-1', 'windows-1252'],
    ['latin1', 'windows-1252'],
    ['us-ascii', 'windows-1252'],
  ])('is taken next from the feed’s setting: %s', async (setting, encoding) => {
    expect(await read(iconv.encode('sku,€1', encoding), setting)).toMatchObject({
      encoding,
      by: 'setting',
      ...(encoding !== 'windows-1251' && { text: 'sku,€1' }),
    })
  })
  test.each(['klingon', 'constructor'])('is refused if it is unknown: %s', async (setting) => {
    await expect(read('sku', setting)).rejects.toMatchObject({
      code: 'encoding',
      message: `Unknown encoding “${setting}”`,
    })
  })
  test.each([
    ['utf-8', 'Käse 東京'],
    ['utf-8', ''],
    ['utf-16le', 'sku'],
    ['utf-16be', 'sku'],
    ['windows-1252', 'Käse'],
    ['windows-1252', 'Caf\u00e9'],
    ['windows-1251', 'Сыр российский, хлеб ржаной, молоко топлёное, масло сливочное'],
    ['shift_jis', '東京の会社は、とてもおいしいチーズをたくさん売っています。'],
    ['euc-kr', '서울에서 치즈와 빵을 팔고 있는 작은 가게입니다. 많이 찾아 주세요.'],
    ['big5', '我們在台北的小店裡賣很多好吃的起司與麵包，歡迎大家來買。'],
  ])('is guessed otherwise: %s', async (encoding, text) => {
    const bytes = iconv.encode(text, encoding)
    expect(await read(bytes)).toEqual({ encoding, by: 'guess', text })
  })
  test('is guessed as UTF-8 if one of two lines with accents has a wrong byte', async () => {
    const bytes = Buffer.concat([
      Buffer.from('sku,title\nN1,naïve\nCAF'),
      Buffer.from([0xff]),
      Buffer.from('-7,Oak\n'),
    ])
    expect((await decode(inChunks([bytes]))).encoding).toBe('utf-8')
    const latin = iconv.encode('sku,title\nN1,naïve\nN2,Käse\n', 'windows-1252')
    expect((await decode(inChunks([latin]))).encoding).not.toBe('utf-8')
  })
  test('is guessed from the first 64 kB, even if a character is cut in two there', async () => {
    const half = Buffer.alloc(32_768, 'e')
    const torn = Buffer.from('č')
    const rest = [half, Buffer.concat([half.subarray(1), torn.subarray(0, 1)]), torn.subarray(1)]
    expect((await read(rest)).text).toBe(`${'e'.repeat(65_535)}č`)
    const late = [half, half, Buffer.from('caf\u00e9', 'latin1')]
    await expect(read(late)).rejects.toMatchObject({ code: 'encoding' })
    expect(await read([half, half.subarray(1), Buffer.from('é,', 'latin1')])).toMatchObject({
      encoding: 'windows-1252',
    })
  })
})

describe('the text', () => {
  test.each(['utf-8', 'utf-16le', 'utf-16be', 'shift_jis'])(
    'is the same however its bytes are chunked: %s',
    async (encoding) => {
      const head = Buffer.concat([iconv.encode('x'.repeat(65_536), encoding)])
      const text = 'ソースč👍\n'.replace(/[č👍]/gu, (c) => (encoding === 'shift_jis' ? 'x' : c))
      const bytes = iconv.encode(text, encoding)
      const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
      expect((await read([head, ...single], encoding)).text.slice(65_536)).toBe(text)
    },
  )
  test('releases its source if it isn’t read to the end', async () => {
    let closed = false
    async function* source() {
      try {
        while (true) yield Buffer.alloc(65_536, 'x')
      } finally {
        closed = true
      }
    }
    for await (const piece of (await decode(source())).text) {
      expect(piece).toHaveLength(65_536)
      break
    }
    expect(closed).toBe(true)
  })
})

describe('an invalid byte', () => {
  const head = Buffer.from(`sku\n${'x'.repeat(65_536)}\nlast letters`)
  const refusal = (encoding: string, byte: number, behind = ', after “xxxxxxxxxxxxxxxxx last letters”') => ({
    code: 'encoding',
    message: `The file isn’t valid ${encoding} from byte ${byte}${behind}. Choose the feed's encoding`,
  })
  test.each([
    ['a byte of no letter', [0xff], 0],
    ['a letter that doesn’t go on', [0xe2, 0x28], 0],
    ['a letter that ends too early', [0xe2, 0x82, 0x28], 0],
    ['a wrong byte behind good ones', [0x20, 0x65, 0xff], 2],
  ])('is reported with its position, however the bytes are chunked: %s', async (_what, bytes, good) => {
    const wrong = Buffer.from(bytes)
    const at = head.length + good + 1
    const more = Buffer.from(' and more')
    const ways = [
      [Buffer.concat([head, wrong, more])],
      [head, Buffer.concat([wrong, more])],
      [head, ...Array.from(wrong, (_, i) => wrong.subarray(i, i + 1)), more],
    ]
    for (const chunks of ways) {
      await expect(read(chunks, 'utf-8')).rejects.toMatchObject({
        code: 'encoding',
        message: expect.stringContaining(`isn’t valid UTF-8 from byte ${at}`),
      })
    }
    const behind = good ? ', after “xxxxxxxxxxxxxxx last letters e”' : undefined
    await expect(read(ways[0]!, 'utf-8')).rejects.toMatchObject(refusal('UTF-8', at, behind))
  })
  test.each([1, 2, 3])(
    'includes a character cut off at the end of the file, after %i of its bytes',
    async (n) => {
      const torn = Buffer.from('👍').subarray(0, n)
      const message = expect.stringContaining(`from byte ${head.length + 1}`)
      await expect(read([head, torn], 'utf-8')).rejects.toMatchObject({ message })
      await expect(read(Buffer.concat([head, torn]), 'utf-8')).rejects.toMatchObject({ message })
    },
  )
  test('is counted including the byte-order mark', async () => {
    const wrong = Buffer.concat([Buffer.from('\ufeffab'), Buffer.from([0xff])])
    await expect(read(wrong)).rejects.toMatchObject(refusal('UTF-8', 6, ', after “ab”'))
    const first = Buffer.concat([Buffer.from('\ufeff'), Buffer.from([0xff])])
    await expect(read(first)).rejects.toMatchObject(refusal('UTF-8', 4, ''))
  })
  test.each([1, 2, 3, 4])('is reported in UTF-16 too, in chunks of %i', async (size) => {
    const good = Buffer.from(`\ufeff${'č\n'.repeat(16_384)}`, 'utf16le')
    const wrong = Buffer.concat([
      Buffer.from('a', 'utf16le'),
      Buffer.from([0x00, 0xdc]),
      Buffer.from('č', 'utf16le'),
    ])
    const chunks = Array.from({ length: Math.ceil(wrong.length / size) }, (_, i) =>
      wrong.subarray(i * size, (i + 1) * size),
    )
    await expect(read([good, ...chunks])).rejects.toMatchObject({
      message: expect.stringContaining(`isn’t valid UTF-16LE from byte ${good.length + 3}`),
    })
  })
})

describe('a character that isn’t in the code page', () => {
  const wrong = (encoding: string, byte: number, behind: string) => ({
    code: 'encoding',
    message: `The file isn’t valid ${encoding} from byte ${byte}, after “${behind}”. Choose the feed's encoding`,
  })
  test.each([
    ['windows-1252', 'sku,Käse', [0x81, 0x41], 9, 'sku,Käse'],
    ['windows-1251', 'сыр', [0x98], 4, 'сыр'],
    ['gbk', '中文', [0xff, 0x20], 5, '中文'],
    ['gbk', '中文', [0xd6], 5, '中文'],
    ['shift_jis', '東京', [0x81, 0x0a, 0x41], 5, '東京'],
    ['euc-kr', '서울', [0xff, 0x41], 5, '서울'],
    ['big5', '台北', [0xff, 0x41], 5, '台北'],
  ])(
    'is refused with its position, however the bytes are chunked: %s',
    async (encoding, good, bytes, byte, behind) => {
      const whole = Buffer.concat([iconv.encode(good, encoding), Buffer.from(bytes)])
      const single = Array.from(whole, (_, i) => whole.subarray(i, i + 1))
      await expect(read(whole, encoding)).rejects.toMatchObject(wrong(encoding.toUpperCase(), byte, behind))
      const head = Buffer.from(`sku\n${'x'.repeat(65_536)}\n`)
      const further = wrong(encoding.toUpperCase(), head.length + byte, behind)
      await expect(read([head, ...single], encoding)).rejects.toMatchObject(further)
    },
  )
  const cut = (bytes: Buffer, size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
  test.each([' ', '\n', '"', '<', '>'])(
    'isn’t reported for a character split between chunks, even in a long text whose only sign is %j',
    async (sign) => {
      const text = `${'東'.repeat(300_000)}${sign}${'東'.repeat(300_000)}`
      // both end within a letter behind the sign
      for (const size of [400_000, 1_100_000])
        expect((await read(cut(iconv.encode(text, 'shift_jis'), size), 'shift_jis')).text).toBe(text)
    },
  )
  test('isn’t reported in UTF-32, however its bytes are chunked, and a mark in the middle stays', async () => {
    const text = `${'x'.repeat(16_384)}\ufeff${'東 '.repeat(5000)}`
    for (const size of [65_536, 9999])
      expect((await read(cut(iconv.encode(text, 'utf-32le'), size), 'utf-32')).text).toBe(text)
  })
  test('is looked for before the end, even if nothing shows where a character ends', async () => {
    const bytes = cut(Buffer.alloc(3_000_000, 'x'), 600_000)
    let pieces = 0
    for await (const piece of (await decode(inChunks(bytes), 'shift_jis')).text) if (piece) pieces++
    expect(pieces).toBe(3)
  })
  test.each(['utf-16be', 'utf-16le', 'utf-32le', 'utf-32be'])(
    'is reported for half a character at the end of the file: %s',
    async (encoding) => {
      const bytes = iconv.encode('sku', encoding)
      expect((await read(bytes, encoding)).text).toBe('sku')
      await expect(read(bytes.subarray(0, -1), encoding)).rejects.toMatchObject({ code: 'encoding' })
    },
  )
})

describe('an XML file with two or four bytes per character', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  const little = Buffer.from([0xff, 0xfe])
  const big = Buffer.from([0xfe, 0xff])
  test.each([
    ['utf-16le', 'utf-16', Buffer.alloc(0)],
    ['utf-16be', 'utf-16', Buffer.alloc(0)],
    ['utf-16le', 'ucs-2', big],
    ['utf-16be', 'ucs-2', little],
    ['utf-32le', 'utf-32', Buffer.alloc(0)],
    ['utf-32be', 'ucs-4', Buffer.alloc(0)],
  ])('is read as %s even if it says %s and its mark is missing or wrong', async (encoding, says, mark) => {
    const text = `${xml(says)}ž</r>`
    const bytes = Buffer.concat([mark, iconv.encode(text, encoding)])
    expect(await read(bytes, 'windows-1251')).toEqual({ encoding, by: 'declaration', text })
  })
  test('is read by its byte-order mark if it has one', async () => {
    const text = `${xml('utf-8')}ž</r>`
    expect(await read(Buffer.concat([little, utf16(text)]))).toEqual({
      encoding: 'utf-16le',
      by: 'bom',
      text,
    })
    for (const encoding of ['utf-32le', 'utf-32be']) {
      const bytes = iconv.encode(`\ufeff${text}`, encoding)
      expect(await read(bytes)).toEqual({ encoding, by: 'bom', text })
    }
  })
  test.each(['ucs-2', 'UCS2', 'utf-32', 'UTF-16BE', 'ISO-10646-UCS-2', 'ucs-4', 'utf-7'])(
    'isn’t assumed if a single-byte file says %s',
    async (says) => {
      const text = `${xml(says)}ž</r>`
      expect(await read(text)).toEqual({ encoding: 'utf-8', by: 'guess', text })
    },
  )
  test.each(['utf-32le', 'utf-32be'])(
    'is guessed by its zero bytes, as other files are: %s',
    async (encoding) => {
      expect(await read(iconv.encode('sku', encoding))).toEqual({ encoding, by: 'guess', text: 'sku' })
    },
  )
})
