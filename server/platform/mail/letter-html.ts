import { addressOf, type Laid, type Part } from './letter.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
const breakLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')

// an email client that ignores style sheets shows the light colors, which are set on each element
const ink = 'color:#1a1714'
const quiet = 'color:#5d574d'
const line = 'border-bottom:1px solid #d9d3c8'
const sans = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const dark = `@media (prefers-color-scheme:dark){
.page{background:#121110!important}.sheet{background:#181716!important}
.ink{color:#f0ece5!important}.quiet{color:#b3aba0!important}.line{border-color:#3b3833!important}
.act{background:#5850dd!important}}`

/** A mail as HTML: all text is escaped, it has light and dark colors, and it loads nothing. */
export function letterHtml({ subject, parts, footer }: Laid, publicUrl: string): string {
  const address = (url: string) => escapeHtml(addressOf(publicUrl, url))
  const small = (html: string) =>
    `<p class="quiet" style="margin:0 0 8px;font-size:13px;line-height:19px;${quiet}">${html}</p>`
  const link = (href: string, text: string) =>
    `<a class="quiet" href="${href}" target="_blank" rel="noopener" style="${quiet}">${escapeHtml(text)}</a>`
  const ends = footer
    ? small(`You’re getting this email because ${escapeHtml(footer.why)}.`) +
      small(link(address(footer.unsubscribe), 'Unsubscribe'))
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f6f4f0">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f4f0">
<tr><td align="center" style="padding:24px 12px">
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="max-width:600px;background:#fffefc;border-radius:8px">
<tr><td align="left" style="padding:28px 24px;${sans}">
<p class="quiet" style="margin:0 0 20px;font-size:14px;font-weight:600;${quiet}">Feedstock</p>
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:29px;${ink}">${escapeHtml(subject)}</h1>
${parts.map((part) => html(part, address)).join('\n')}
<div class="line" style="margin:28px 0 16px;${line}"></div>
${ends}${small(`Feedstock, ${link(address('/'), publicUrl)}`)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

function html(part: Part, address: (url: string) => string): string {
  if (typeof part === 'string') return paragraph(breakLines(part))
  if ('action' in part) return button(part.action, address(part.url))
  if ('question' in part)
    return paragraph(
      `${escapeHtml(part.question)} <a class="ink" href="${address(part.url)}" target="_blank" rel="noopener" style="${ink}">${escapeHtml(part.link)}</a>`,
    )
  if ('list' in part) return list(part.list)
  return table(part.table)
}

const paragraph = (content: string) =>
  `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:25px;overflow-wrap:anywhere;${ink}">${content}</p>`

/** Shows the address as text below, for readers whose button doesn't work. */
const button = (action: string, href: string) =>
  `<p style="margin:8px 0 12px"><a class="act" href="${href}" target="_blank" rel="noopener"
 style="display:inline-block;padding:13px 24px;border-radius:6px;background:#3a2fc4;color:#ffffff;
font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>
<p class="quiet" style="margin:0 0 20px;font-size:13px;line-height:19px;overflow-wrap:anywhere;${quiet}"
>Or copy this link: ${href}</p>`

const list = (all: readonly string[]) =>
  `<ul class="ink" style="margin:0 0 16px;padding-left:22px;font-size:16px;line-height:25px;${ink}">
${all.map((entry) => `<li style="overflow-wrap:anywhere">${breakLines(entry)}</li>`).join('\n')}
</ul>`

const cell = `padding:8px 12px 8px 0;font-size:14px;line-height:20px;${line}`
/**
 * A short word or a number isn't broken, since 1,20 and 4 would be read as two. Long words must not widen
 * the page.
 */
const wraps = (text: string) =>
  `overflow-wrap:${text.split(/[\s-]/).some((word) => word.length > 10) ? 'anywhere' : 'normal'}`
const table = ({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">
<thead><tr>${head.map((heading) => `<th class="quiet line" align="left" style="${cell};${wraps(heading)};${quiet}">${escapeHtml(heading)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${row.map((text) => `<td class="ink line" valign="top" style="${cell};${wraps(text)};${ink}">${breakLines(text)}</td>`).join('')}</tr>`).join('\n')}
</tbody>
</table>`
