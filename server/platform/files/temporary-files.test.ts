import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeLeftFiles, temporaryPath } from './temporary-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'feedstock-left-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
})
const now = Date.parse('2026-11-22T12:00:00Z')
const write = (name: string, hours: number) => {
  writeFileSync(join(folder, name), 'sku')
  const then = (now - hours * 3_600_000) / 1000
  utimesSync(join(folder, name), then, then)
  return name
}
const uuid = '0f0e0d0c-1111-4222-8333-444455556666'
/** The name of a file of the process with this id on this machine. */
const nameOf = (kind: 'feed' | 'drop' | 'copy', pid: number, end = '') =>
  basename(temporaryPath(kind, end)).replace(`-${process.pid}-`, `-${pid}-`)
const dead = spawnSync(process.execPath, ['-e', '']).pid
const sorted = (names: string[]) => names.toSorted((a, b) => a.localeCompare(b))

test('files of a process that died on this machine are removed at once', async () => {
  write(nameOf('feed', dead), 0.01)
  write(nameOf('drop', dead, '-stock.csv'), 0.01)
  write(nameOf('copy', dead), 0.01)
  const alive = write(nameOf('feed', process.ppid), 20)
  expect(await removeLeftFiles(folder, now)).toBe(3)
  expect(readdirSync(folder)).toEqual([alive])
})

test('files of other machines, of older versions and of a process that hangs are removed after a day', async () => {
  const other = (hours: number) =>
    write(`feedstock-feed-00000000-${dead}-${uuid.replace('0f', `${hours}`)}`, hours)
  other(25)
  write(`feedstock-feed-${uuid}`, 25)
  write(`feedstock-drop-${uuid}-stock.csv`, 25)
  write(`feedstock-${uuid}`, 25)
  write(nameOf('feed', process.ppid), 25)
  const stay = [other(23), write(`feedstock-feed-${uuid.replace('0f', '1f')}`, 23)]
  expect(await removeLeftFiles(folder, now)).toBe(5)
  expect(sorted(readdirSync(folder))).toEqual(sorted(stay))
})

test('what isn’t ours stays, however old', async () => {
  const names = [
    'feedstock-file-AbCdEf',
    'feedstock-feed-notes.txt',
    `somebody-${uuid}`,
    `feedstock-${uuid}x`,
  ]
  for (const name of names) write(name, 900)
  mkdirSync(join(folder, `feedstock-feed-${uuid}`))
  expect(await removeLeftFiles(folder, now)).toBe(0)
  expect(readdirSync(folder)).toHaveLength(5)
})
