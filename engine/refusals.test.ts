import { expect, test } from 'vitest'
import { inPieces } from './cases/records.ts'
import { refuseDictionary, refuseOthers } from './refusals.ts'

async function pass(text: string) {
  for await (const _ of refuseOthers(inPieces(text)));
}

test.each([
  [
    '<!DOCTYPE html><html><head><title>Log in</title></head>',
    'page',
    'The file is a web page, “Log in”, not a feed',
  ],
  [
    '\uFEFF\n<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">',
    'page',
    'The file is a web page, not a feed',
  ],
  ['<HTML><form><input name="p" TYPE="password"></form>', 'page', 'The file is a sign-in page, not a feed'],
  ['<script>location="/x"</script>', 'page', 'The file is a web page, not a feed'],
  [
    '<?xml version="1.0"?><urlset xmlns="x"><url><loc>u</loc></url></urlset>',
    'other_document',
    'The file is a sitemap, not a feed',
  ],
  [
    '<xs:schema xmlns:xs="x"><xs:element/></xs:schema>',
    'other_document',
    'The file is a description of data, not a feed',
  ],
  [
    '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    'error_answer',
    'The file is an error message, not a feed: “Access Denied”',
  ],
  [
    '<error>Feed not found</error>',
    'error_answer',
    'The file is an error message, not a feed: “Feed not found”',
  ],
  [
    '<response><status>401</status><error>Bad token</error></response>',
    'error_answer',
    'The file is an error message, not a feed: “Bad token”',
  ],
  [
    '<s:Envelope><s:Body><s:Fault><faultstring>No such user</faultstring></s:Fault></s:Body></s:Envelope>',
    'error_answer',
    'The file is an error message, not a feed: “No such user”',
  ],
  [
    "UNA:+.? 'UNB+UNOC:3+A+B+261101:1200+1'UNH+1+ORDERS:D:96A:UN'",
    'other_document',
    'The file is a purchase order (ORDERS) in EDIFACT, which isn’t supported. Ask the supplier for CSV, XML or X12',
  ],
])('%s is refused as what it is', async (text, code, message) => {
  await expect(pass(text)).rejects.toMatchObject({ code, message })
})

test.each([
  '<table><row><sku>A</sku></row></table>',
  '<rss><channel><item/></channel></rss>',
  '<response><products><product><error>none</error></product></products></response>',
  '<!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog/>',
  'sku,html\nA,<html>',
  'UNBRANDED,1',
])('%s passes', async (text) => {
  await pass(text)
})

test('a table of columns and their types is refused, but not one of products', async () => {
  const read = async (columns: string[]) => {
    const row = { line: 2, cells: columns, hashA: 0, hashB: 0 }
    for await (const _ of refuseDictionary(inBatch(columns, row)));
  }
  await expect(read(['Field name', 'Data type', 'Description'])).rejects.toMatchObject({
    code: 'other_document',
    message: 'The file describes the columns of another file. It has no products',
  })
  await read(['sku', 'type', 'description', 'attribute'])
})

type Row = { line: number; cells: string[]; hashA: number; hashB: number }
async function* inBatch(columns: string[], row: Row) {
  yield await Promise.resolve({ columns, rows: [row] })
}
