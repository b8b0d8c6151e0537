import { expect, test } from 'vitest'
import { cleanHtml } from './rich-text.ts'

const kept =
  '<h2>a</h2><h3>b</h3><h4>c</h4><p><strong>d</strong> <b>e</b> <em>f</em> <i>g</i> <u>h</u> <s>i</s><br />'

test.each([
  ['words and headings', `${kept}</p>`],
  ['lists', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
  ['quotes, code and rules', '<blockquote>a</blockquote><pre><code>b</code></pre><hr />'],
])('%s are kept', (_what, html) => expect(cleanHtml(html)).toBe(html))

test.each([
  ['a script', '<p>a<script>x()</script></p>', '<p>a</p>'],
  ['a style', '<style>p{}</style><p>a</p>', '<p>a</p>'],
  ['an event', '<p onclick="x()">a</p>', '<p>a</p>'],
  ['the look of a word', '<b style="color:red" class="x" id="y">a</b>', '<b>a</b>'],
  ['a picture', '<p>a<img src="https://a.example/x.png" onerror="x()"></p>', '<p>a</p>'],
  ['a frame', '<iframe src="https://a.example"></iframe>a', 'a'],
  ['a form', '<form action="/x"><input name="a">b</form>', 'b'],
  ['the large heading', '<h1>a</h1>', 'a'],
  ['a remark', '<!-- a -->b', 'b'],
  ['blanks around it', ' \n<p>a</p> ', '<p>a</p>'],
])('%s is removed', (_what, html, clean) => expect(cleanHtml(html)).toBe(clean))

const link = (href: string) => `<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">a</a>`
test.each(['http://a.example', 'https://a.example/x?y=1', 'mailto:a@b.example', 'tel:+4912345'])(
  'a link to %s opens in a new tab and passes on no trust',
  (href) => {
    expect(cleanHtml(`<a href="${href}" rel="opener" target="_top" onclick="x()">a</a>`)).toBe(link(href))
  },
)
test.each(['javascript:x()', ' JaVaScRiPt:x()', 'data:text/html,x', 'ftp://a.example/x', 'vbscript:x'])(
  'a link to %s is disabled',
  (href) => {
    expect(cleanHtml(`<a href="${href}">a</a>`)).toBe(
      '<a rel="noopener noreferrer nofollow" target="_blank">a</a>',
    )
  },
)
test('clean text is unchanged when cleaned again', () => {
  const once = cleanHtml('<p>a & b < c <a href="https://a.example?x=1&y=2">d</a></p>')
  expect(cleanHtml(once)).toBe(once)
})
