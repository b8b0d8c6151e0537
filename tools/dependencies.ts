// Reviews what `npm ci` installs, from the lock file alone.
//   node tools/dependencies.ts            every package is held against the rules below (in `npm run check`)
//   node tools/dependencies.ts main~20    and what was added, removed or changed since that commit
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: readonly string[]
  cpu?: readonly string[]
  hasInstallScript?: boolean
  deprecated?: string
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>

const licenses = new Set(
  ['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0'].concat(
    // weak copyleft and fonts: used unchanged as separate files
    ['MPL-2.0', 'LGPL-3.0-or-later', 'OFL-1.1', 'CC0-1.0', 'CC-BY-4.0', 'Unlicense', 'Zlib'],
  ),
)
/** Packages whose lock entry has no license, and the license of the file in the package. */
const readLicenses: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf': 'Bitstream Vera and Arev',
  buildcheck: 'MIT',
  busboy: 'MIT',
  'cpu-features': 'MIT',
  dicer: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
  ssh2: 'MIT',
  streamsearch: 'MIT',
}
/** Packages that may run a script when they are installed, and what it does. */
const installScripts: Readonly<Record<string, string>> = {
  'cpu-features': 'builds an optional binary for ssh2',
  'dtrace-provider': 'builds an optional binary for logging',
  ssh2: 'builds an optional binary for faster encryption',
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
/** A binary for other systems: `npm run lock` adds those that a registry lacks, without their checksum. */
const isOfOtherSystem = ({ os, cpu, optional }: LockedPackage) =>
  optional === true && (os ?? cpu) !== undefined

/** What is wrong with a locked package, each as a sentence. */
export function faultsOf(path: string, entry: LockedPackage): string[] {
  const name = nameOf(path)
  const faults: string[] = []
  if (!entry.integrity && !isOfOtherSystem(entry)) faults.push('has no checksum')
  if (entry.resolved) faults.push('names the registry that it came from')
  const license = entry.license ?? readLicenses[name]
  if (!license && !isOfOtherSystem(entry)) faults.push('has no license')
  const isAllowed = (text: string) =>
    text
      .replace(/[()]/g, '')
      .split(/ (?:AND|OR) /)
      .every((part) => licenses.has(part))
  if (license && !readLicenses[name] && !isAllowed(license))
    faults.push(`has the license ${license}, which we haven’t agreed to`)
  if (entry.hasInstallScript && !installScripts[name] && !isOfOtherSystem(entry))
    faults.push('runs a script when it is installed')
  if (entry.deprecated) faults.push(`is deprecated: ${entry.deprecated}`)
  return faults.map((fault) => `${name} ${entry.version ?? ''} ${fault}`)
}

/** What differs between two locks, a line a package. */
export function changesBetween(before: LockedPackages, after: LockedPackages): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => path !== '')
  return paths.toSorted().flatMap((path) => {
    const [old, now] = [before[path], after[path]]
    const usedBy = (now ?? old)?.dev ? 'development' : 'production'
    if (!old)
      return [
        `added    ${nameOf(path)} ${now?.version ?? ''} (${usedBy}, ${now?.license ?? 'license unknown'})`,
      ]
    if (!now) return [`removed  ${nameOf(path)} ${old.version ?? ''} (${usedBy})`]
    if (old.version === now.version && old.integrity === now.integrity) return []
    const isRepublished = old.version === now.version && old.integrity !== undefined
    const warning = isRepublished ? ', CHECKSUM CHANGED' : ''
    return [`changed  ${nameOf(path)} ${old.version ?? ''} to ${now.version ?? ''} (${usedBy}${warning})`]
  })
}

const readLock = (text: string) => (JSON.parse(text) as { packages: LockedPackages }).packages

if (import.meta.main) {
  const packages = readLock(readFileSync('package-lock.json', 'utf8'))
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  const since = process.argv[2]
  if (since) {
    const before = execFileSync('git', ['show', `${since}:package-lock.json`], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
    })
    for (const change of changesBetween(readLock(before), packages)) console.log(change)
  }
  const faults = locked.flatMap(([path, entry]) => faultsOf(path, entry))
  for (const fault of faults) console.error(fault)
  const production = locked.filter(([, entry]) => !entry.dev).length
  console.log(`${locked.length} packages, ${production} of them in production; ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}
