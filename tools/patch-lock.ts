// Adds lock entries for optional platform packages that a registry mirror lacks, so that `npm ci` accepts
// the lock anywhere.
// Leaves out which Node each package wants: all of them run on the Node that the install brings, so npm's
// warnings about the machine's own would be wrong.
// Run after every `npm i` that changes the lock: `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs'

interface Entry {
  version?: string
  optional?: boolean
  engines?: unknown
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
const path = 'package-lock.json'
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> }
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'win32',
  'openharmony',
  'sunos',
  'aix',
  'netbsd',
  'openbsd',
]
const cpus = [
  ['arm64', 'arm64'],
  ['aarch64', 'arm64'],
  ['x64', 'x64'],
  ['ia32', 'ia32'],
  ['arm', 'arm'],
  ['ppc64', 'ppc64'],
  ['riscv64', 'riscv64'],
  ['s390x', 's390x'],
] as const
for (const entry of Object.values(lock.packages)) delete entry.engines
let addedCount = 0
for (const entry of Object.values({ ...lock.packages }))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (Object.keys(lock.packages).some((k) => k.endsWith(`node_modules/${name}`))) continue
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ''),
      optional: true,
      os: [systems.find((s) => name.includes(s)) ?? (name.includes('windows') ? 'win32' : 'none')],
      cpu: [cpus.find(([k]) => name.includes(k))?.[1] ?? 'none'],
      ...(name.includes('musl') && { libc: ['musl'] }),
    }
    addedCount++
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`added ${addedCount}`)
