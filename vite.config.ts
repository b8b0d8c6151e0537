import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip as zlibGzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contract } from '#contract/index.ts'
import { operations as operationsOf, type CallTarget } from '#contract/operation.ts'

/**
 * The contract as the browser needs it: methods and paths without the schemas, which are a third of the
 * first screen's script.
 */
const operations = (): Plugin => ({
  name: 'operations',
  resolveId: (id) => (id === 'virtual:operations' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0virtual:operations') return undefined
    const called: Record<string, Record<string, CallTarget>> = {}
    for (const { area, name, op } of operationsOf(contract))
      (called[area] ??= {})[name] = {
        method: op.method,
        path: op.path,
        ...(op.encoding && { encoding: op.encoding }),
        ...(op.by_viewer && { by_viewer: true }),
      }
    return `export const operations = ${JSON.stringify(called)}`
  },
})

const [brotli, gzip] = [promisify(brotliCompress), promisify(zlibGzip)]

/** Scripts and styles beside their compressed forms, which the server sends as they are. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  // of the files as they were written: the last names are set after the bundle is made
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(?:js|css)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name)
        const bytes = await readFile(file)
        if (bytes.length < 1024) return
        await writeFile(`${file}.br`, await brotli(bytes))
        await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }))
      }),
    )
  },
})

/** The charts and what they alone are made of: a list that shares a file with them would load it all. */
const chartsOnly = new RegExp(
  [
    String.raw`[\\/](?:recharts|d3-\w+|@reduxjs|redux\w*|reselect|immer|react-redux|es-toolkit)[\\/]`,
    String.raw`[\\/](?:decimal\.js-light|internmap|victory-vendor|eventemitter3|react-is)[\\/]`,
    String.raw`@mantine[\\/]charts`,
  ].join('|'),
)

/** What an area has is few bytes that bring its rules and whole screens along. */
const anArea = /[\\/](?:web[\\/]areas|contract[\\/][\w-]+)[\\/]/

/** What a few dialogs alone use: choosing files. */
const dialogsOnly = /[\\/](?:react-dropzone|file-selector|attr-accept)[\\/]|@mantine[\\/]dropzone/

const ofAreas =
  /[\\/](?:web[\\/]areas|contract[\\/](?:activity|feeds|jobs|suppliers|variants|products|platforms|approvals|reports))[\\/]/

export default defineConfig({
  plugins: [react(), operations(), compressed()],
  // the style target is newer than the script's, so that light-dark() stays as it is
  build: {
    outDir: 'dist',
    target: 'es2023',
    cssTarget: ['chrome125', 'firefox125', 'safari18'],
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // few files a visit: what the sign-in needs, what most screens share, what some do
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            // but for what areas know: a list of users loads no names of events and jobs
            { name: 'shared', test: (id) => !ofAreas.test(id), minShareCount: 32, priority: 1 },
            // a file for each of what few bytes make would cost more than the bytes
            {
              name: 'bits',
              test: (id) => !chartsOnly.test(id) && !anArea.test(id) && !dialogsOnly.test(id),
              maxModuleSize: 3000,
              minShareCount: 3,
              priority: 0.5,
            },
            // the three lists of vendors share their columns, filters and acts
            {
              name: 'vendor-lists',
              test: /[\\/]areas[\\/]vendors[\\/]search[\\/]/,
              minShareCount: 2,
              priority: 0.7,
            },
            // what an area shares comes as it is needed: some of it brings the charts along
            {
              name: 'some',
              test: (id) => !/[\\/]web[\\/]areas[\\/]/.test(id) && !chartsOnly.test(id),
              minShareCount: 3,
              entriesAware: true,
              entriesAwareMergeThreshold: 2_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4000', '/api-public': 'http://127.0.0.1:4000' } },
})
