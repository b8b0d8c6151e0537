import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { partOf, parts, sources, wrongImports } from './boundaries.ts'

const root = join(import.meta.dirname, '..')

describe('forbidden imports between parts are reported, allowed ones pass', () => {
  test.each<[file: string, forbidden: string[], allowed: string[]]>([
    [
      'contract/formats.ts',
      [
        'pg',
        'node:fs',
        'fs',
        'vitest',
        '#engine/check.ts',
        '../engine/check.ts',
        '../server/app.ts',
        '#web/links.ts',
      ],
      ['zod', './jobs/jobs.ts', '#contract/jobs/types.ts'],
    ],
    ['contract/feeds.test.ts', ['../server/app.ts', '#web/links.ts'], ['vitest', './formats.ts', 'node:fs']],
    [
      'engine/check.ts',
      [
        '#server/platform/database/db.ts',
        '../server/app.ts',
        '../web/links.ts',
        'node:fs',
        'node:process',
        'node:timers',
        'pg',
        'undici',
      ],
      ['#contract/feeds/feeds.ts', './formats/csv.ts', 'iconv-lite'],
    ],
    [
      'engine/formats/unpack.ts',
      ['node:child_process', 'node:http', 'pg', '#server/app.ts'],
      ['node:fs', 'node:zlib', 'yauzl'],
    ],
    ['engine/engine.test.ts', ['../server/app.ts'], ['node:fs', 'fast-check', './formats/csv.ts']],
    [
      'server/areas/suppliers/read.ts',
      [
        '../feeds/read.ts',
        '#server/areas/feeds/read.ts',
        '../../app.ts',
        '../../db/demo/seed.ts',
        '../../test/harness.ts',
        '#web/links.ts',
      ],
      [
        '../feeds/public.ts',
        '#server/areas/feeds/public.ts',
        './logo.ts',
        '#server/platform/database/db.ts',
        '#engine/check.ts',
        'sharp',
      ],
    ],
    [
      'server/areas/suppliers/suppliers.test.ts',
      ['../feeds/read.ts', '../../main.ts'],
      ['../../test/harness.ts', '../../app.ts', './read.ts', 'vitest'],
    ],
    [
      'server/platform/database/db.ts',
      [
        '../../areas/feeds/public.ts',
        '#server/areas/feeds/read.ts',
        '#engine/check.ts',
        '../../app.ts',
        '#web/links.ts',
      ],
      ['../log.ts', '../../db/tables.ts', '#contract/jobs/types.ts', 'kysely'],
    ],
    [
      'server/app.ts',
      ['./areas/feeds/read.ts', '#web/links.ts'],
      ['./areas/feeds/routes.ts', './areas/feeds/public.ts', 'fastify'],
    ],
    ['server/test/harness.ts', ['../areas/session/sign-in.ts'], ['../areas/session/public.ts', '../app.ts']],
    [
      'web/ui/page/Page.tsx',
      [
        'node:fs',
        'fs',
        'pg',
        '../../areas/feeds/public.tsx',
        '../../shell/session.ts',
        '../../routes.tsx',
        '#server/app.ts',
        '#engine/check.ts',
      ],
      [
        '../../api.ts',
        '../../links.ts',
        '../time.ts',
        '#contract/values.ts',
        'react',
        '@mantine/core/styles/Card.css',
      ],
    ],
    [
      'web/areas/suppliers/page/SupplierPage.tsx',
      [
        '../../feeds/run/RunPage.tsx',
        '#web/areas/feeds/run/RunPage.tsx',
        '../../../shell/session.ts',
        '../../../routes.tsx',
        'node:path',
        '#server/app.ts',
        'kysely',
      ],
      [
        '../../feeds/public.tsx',
        './supplier.ts',
        '../../../ui/page/Page.tsx',
        '../../../links.ts',
        '#contract/suppliers/suppliers.ts',
      ],
    ],
    [
      'web/areas/session/Login.tsx',
      ['../feeds/public.tsx', '../../shell/Frame.tsx', 'node:fs'],
      ['../../shell/session.ts', '../../routes.tsx'],
    ],
    [
      'web/routes.tsx',
      ['#server/app.ts', 'node:fs', 'pg', '#engine/check.ts'],
      ['./areas/feeds/run/RunPage.tsx', './shell/Frame.tsx'],
    ],
    [
      'e2e/feeds.spec.ts',
      ['../server/app.ts', '../web/links.ts', '#engine/check.ts'],
      ['./fixtures.ts', '#contract/messages.ts', 'node:fs'],
    ],
    [
      'tools/check.ts',
      ['../server/areas/feeds/read.ts', '#web/links.ts'],
      ['./run.ts', '../server/platform/database/migrate.ts', 'pg'],
    ],
  ])('%s', (file, forbidden, allowed) => {
    for (const target of forbidden) {
      for (const text of [
        `import { x } from '${target}'`,
        `import type { x } from '${target}'`,
        `export * from '${target}'`,
        `await import('${target}')`,
      ])
        expect(wrongImports(file, text), `${file}: ${text}`).toHaveLength(1)
    }
    for (const target of allowed) expect(wrongImports(file, `import '${target}'`)).toEqual([])
  })

  test('an import that leads nowhere is reported', () => {
    expect(wrongImports('engine/check.ts', `import './gone.ts'`)).toEqual([
      `engine/check.ts imports ./gone.ts, which isn't there`,
    ])
  })

  test('a file outside every part is reported', () => {
    expect(wrongImports('scripts/new.ts', '')).toHaveLength(1)
  })

  test('every part has files', () => {
    const files = globSync(sources, { cwd: root })
    for (const part of parts)
      expect(
        files.some((file) => partOf(file) === part),
        part.name,
      ).toBe(true)
  })
})

describe('the engine and the contract use no clock, randomness or process', () => {
  const forbidden = [
    'Date.now()',
    'new Date()',
    'performance.now()',
    'setTimeout(() => {}, 1)',
    'setInterval(() => {}, 1)',
    'setImmediate(() => {})',
    'Math.random()',
    'process.env.HOME',
    'globalThis.process',
    "fetch('http://example.com')",
    'crypto.randomUUID()',
  ]
  const lint = (files: Record<string, string>) => {
    const dir = mkdtempSync(join(tmpdir(), 'lint-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    copyFileSync(join(root, '.oxlintrc.json'), join(dir, '.oxlintrc.json'))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, file)), { recursive: true })
      writeFileSync(join(dir, file), text)
    }
    const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), ['--format=unix'], {
      cwd: dir,
      encoding: 'utf8',
    })
    return stdout.split('\n').filter((line) => line.includes('no-restricted'))
  }
  const all = forbidden.map((call, i) => `export const x${i} = ${call}\n`).join('')

  test.each(['engine/check.ts', 'contract/values.ts'])('%s', (file) => {
    const lines = lint({ [file]: all }).map((line) => Number(line.split(':')[1]))
    expect(lines.toSorted((a, b) => a - b)).toEqual(forbidden.map((_, i) => i + 1))
    expect(lint({ [file]: 'export const x = (now: number) => Math.max(now, 1)\n' })).toEqual([])
  })

  test('their tests and the server may use them', () => {
    expect(lint({ 'engine/engine.test.ts': all, 'server/app.ts': all })).toEqual([])
  })
})
