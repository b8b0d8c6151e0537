import { expect, test } from 'vitest'
import { letterHtml } from './letter-html.ts'
import { letterText, type Laid } from './letter.ts'

const hostile = '<script>alert("1")</script> & \'co\''
const laid: Laid = {
  subject: hostile,
  parts: [
    `First\n${hostile}`,
    { action: hostile, url: '/a?b=1&c="2"' },
    { list: ['One', hostile] },
    {
      table: {
        head: ['Supplier', 'Price'],
        rows: [
          ['Cobalt', '$12'],
          [hostile, ''],
        ],
      },
    },
  ],
  footer: { why: 'you asked for it', unsubscribe: '/unsubscribe/7/key' },
}

test('an email’s plain text has the same parts in the same order', () => {
  expect(letterText({ ...laid, parts: laid.parts.map((part) => part) }, 'https://f.example')).toBe(
    [
      `First\n${hostile}`,
      `${hostile}:\nhttps://f.example/a?b=1&c=%222%22`,
      `- One\n- ${hostile}`,
      `- Supplier: Cobalt, Price: $12\n- Supplier: ${hostile}`,
      '--',
      'You’re getting this email because you asked for it.',
      'Unsubscribe:\nhttps://f.example/unsubscribe/7/key',
      'Feedstock, https://f.example',
    ].join('\n\n'),
  )
})

test('nothing in an email’s content becomes markup', () => {
  const html = letterHtml(laid, 'https://f.example')
  expect(html).not.toContain('<script')
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(6)
  expect(html).toContain('href="https://f.example/a?b=1&amp;c=%222%22"')
  expect(html).not.toMatch(/ src=|url\(|@import/)
})

test('on a phone, numbers and short words in a table aren’t broken, but long ones are', () => {
  const rows = [['1,204', 'x'.repeat(40)]]
  const html = letterHtml(
    { subject: '', parts: [{ table: { head: ['Products', 'SKU'], rows } }] },
    'https://f.example',
  )
  const wraps = (said: string) => new RegExp(`overflow-wrap:(\\w+)[^>]*>${said}<`).exec(html)?.[1]
  expect(['Products', '1,204', 'x{40}'].map(wraps)).toEqual(['normal', 'normal', 'anywhere'])
})

test('an email links only to web addresses', () => {
  const lead = (url: string) => () =>
    letterHtml({ subject: '', parts: [{ action: 'Go', url }] }, 'https://f.example')
  expect(lead('javascript:alert(1)')).toThrow('javascript:')
  expect(lead('https://elsewhere.example/')).not.toThrow()
})

test('an email without a footer offers no unsubscribe link', () => {
  const { subject, parts } = laid
  expect(letterText({ subject, parts }, 'https://f.example')).not.toContain('nsubscribe')
  expect(letterHtml({ subject, parts }, 'https://f.example')).not.toContain('nsubscribe')
})
