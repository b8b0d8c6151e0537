import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startFtp } from '#server/test/servers/ftp.ts'
import { harness } from '#server/test/harness.ts'
import { startSftp } from '#server/test/servers/sftp.ts'
import { dropFile } from './file-drop.ts'

const h = harness()
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'feedstock-drop-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})
const rows = [
  { sku: 'A', quantity: 3 },
  { sku: 'B', quantity: 0, active: false },
]
const drop = (kind: string, port: number) => {
  const { files, config, secrets } = h.services
  const drop_to = { kind, host: '127.0.0.1', port, path: '/', user: 'shop' }
  const store = { market_id: 99, market_name: 'A market', drop_to, drop_secret: secrets.seal('right') }
  return dropFile({ files, config, secrets, signal: new AbortController().signal }, store, ['quantity'], rows)
}

describe.each([
  ['ftp', (full: boolean) => startFtp(root, 'shop', 'right', { full })],
  ['sftp', (full: boolean) => startSftp(root, 'shop', 'right', { full })],
] as const)('a file sent by %s', (kind, start) => {
  const sent = async (full = false) => {
    const server = await start(full)
    onTestFinished(async () => void (await server.close()))
    return drop(kind, server.port)
  }
  test('is complete and under its own name only', async () => {
    const { name, bytes } = await sent()
    expect(readdirSync(root)).toEqual([name])
    const text = readFileSync(join(root, name), 'utf8')
    expect(text).toBe('sku,quantity,active\nA,3,1\nB,0,0\n')
    expect(bytes).toBe(text.length)
  })
  test('replaces the file that an earlier attempt left', async () => {
    const { name } = await sent()
    writeFileSync(join(root, name), 'half of')
    await sent()
    expect(readFileSync(join(root, name), 'utf8')).toMatch(/^sku,quantity/)
  })
  test('does not get its name and does not count as sent if it arrives incomplete', async () => {
    await expect(sent(true)).rejects.toThrow('arrived incomplete')
    expect(readdirSync(root).filter((name) => !name.endsWith('.part'))).toEqual([])
  })
})
