// Who may import whom, decided by the files that the imports lead to; and that areas form no cycle and no
// folder is too full. `.oxlintrc.json` keeps clocks and the process out of the engine and the contract.
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { ResolverFactory } from 'oxc-resolver'
import { areaCycles, fullFolders, type Import } from './floors.ts'

const root = join(import.meta.dirname, '..')
export const sources = ['{contract,engine,server,web,e2e,tools,bench}/**/*.{ts,tsx}', '*.config.ts']
const resolver = new ResolverFactory({
  conditionNames: ['node', 'import'],
  extensions: ['.ts', '.tsx', '.js'],
})

export interface Part {
  name: string
  /** The files of the part; a file belongs to the first part that it matches. `area` captures its area. */
  files: RegExp
  /** Files of the project, or packages, that it may import; `$area` is the importer's own. */
  may: string[]
  why: string
}

const tests = String.raw`\.(test|spec)\.tsx?$`
const anyPackage = 'package:.*'
const anyOfNode = 'node:.*'
const webPackages =
  'package:(@mantine/.*|@tabler/icons-react|@tanstack/.*|@stripe/stripe-js|@simplewebauthn/browser|@fontsource-variable/.*|@tiptap/.*|@dnd-kit/.*|react|react-dom|recharts|uqr|zod)'
const publicOfServer = 'server/areas/[^/]+/public.ts'
const publicOfWeb = 'web/areas/[^/]+/public.tsx'
const webBase = ['contract/.*', 'web/ui/.*', 'web/(api|links|viewing|theme|styles).ts', webPackages]

export const parts: Part[] = [
  {
    name: 'contract',
    files: /^contract\/(?!.*\.test\.ts)/,
    may: ['contract/.*', 'package:zod'],
    why: 'the contract is a leaf, used by the server and the browser alike',
  },
  {
    name: 'tests of the contract and the engine',
    files: new RegExp(`^(contract|engine)/.*${tests}|^engine/cases/`),
    may: ['contract/.*', 'engine/.*', anyPackage, anyOfNode],
    why: 'what they test knows neither server nor web',
  },
  {
    name: 'engine: reading files',
    files: /^engine\/formats\/unpack\.ts$/,
    may: ['contract/.*', 'engine/.*', 'package:yauzl', 'node:(fs|fs/promises|stream|zlib)'],
    why: 'the engine is pure but for reading the fetched file',
  },
  {
    name: 'engine',
    files: /^engine\//,
    may: ['contract/.*', 'engine/.*', 'package:(@streamparser/json|chardet|iconv-lite|saxes|yauzl|zod)'],
    why: 'the engine is pure: bytes in, rows out',
  },
  {
    name: 'tests of the server',
    files: new RegExp(`^server/areas/(?<area>[^/]+)/.*${tests}`),
    may: [
      'server/areas/$area/.*',
      publicOfServer,
      'server/(platform|test|stand-ins)/.*',
      'server/(app|services|timers).ts',
      'server/db/tables.ts',
      'engine/.*',
      'contract/.*',
      anyPackage,
      anyOfNode,
    ],
    why: 'another area is used by its public.ts',
  },
  {
    name: 'an area of the server',
    files: /^server\/areas\/(?<area>[^/]+)\//,
    may: [
      'server/areas/$area/.*',
      publicOfServer,
      'server/platform/.*',
      'server/db/tables.ts',
      'engine/.*',
      'contract/.*',
      anyPackage,
      anyOfNode,
    ],
    why: 'another area is used by its public.ts',
  },
  {
    name: 'tests of the platform',
    files: new RegExp(`^server/platform/.*${tests}`),
    may: ['server/(?!areas/).*', 'contract/.*', anyPackage, anyOfNode],
    why: 'the platform knows no area and no feed',
  },
  {
    name: "the server's platform",
    files: /^server\/platform\//,
    may: ['server/platform/.*', 'server/db/tables.ts', 'contract/.*', anyPackage, anyOfNode],
    why: 'the platform knows no area and no feed',
  },
  {
    name: "the server's frame",
    files: /^server\//,
    may: [
      'server/(?!areas/).*',
      'server/areas/[^/]+/(public|routes|exports|letters).ts',
      'server/areas/session/who.ts',
      'engine/.*',
      'contract/.*',
      anyPackage,
      anyOfNode,
    ],
    why: 'an area is used by its public.ts, bound by its routes.ts, taken out as files by its exports.ts, and writes mail by its letters.ts',
  },
  {
    name: 'tests of the web app',
    files: new RegExp(`^web/.*${tests}`),
    may: ['web/.*', 'contract/.*', anyPackage, anyOfNode],
    why: 'the browser has the contract alone',
  },
  {
    name: "the web app's primitives",
    files: /^web\/ui\//,
    may: webBase,
    why: 'primitives know no area, no shell and nothing of Node',
  },
  {
    name: 'the sign-in screens',
    files: /^web\/areas\/session\//,
    may: ['web/areas/session/.*', ...webBase, 'web/routes.tsx', 'web/shell/session.ts'],
    why: 'they alone begin and end the session',
  },
  {
    name: 'an area of the web app',
    files: /^web\/areas\/(?<area>[^/]+)\//,
    may: ['web/areas/$area/.*', publicOfWeb, ...webBase],
    why: 'another area is used by its public.tsx, the browser has the contract alone',
  },
  {
    name: "the web app's frame",
    files: /^web\//,
    may: ['web/.*', 'contract/.*', webPackages, 'virtual:operations'],
    why: 'the browser has the contract alone',
  },
  {
    name: 'the browser tests',
    files: /^e2e\//,
    may: ['e2e/.*', 'web/screens.ts', 'web/ui/screen.ts', 'contract/.*', anyPackage, anyOfNode],
    why: 'they see the service as a person does',
  },
  {
    name: 'tools and benchmarks',
    files: /^(tools|bench)\/|^[^/]+\.config\.ts$/,
    may: [
      String.raw`[^/]+\.config\.ts`,
      '(tools|bench|contract|engine|e2e)/.*',
      'server/(?!areas/).*',
      publicOfServer,
      anyPackage,
      anyOfNode,
    ],
    why: 'an area is used by its public.ts',
  },
]

export const partOf = (file: string): Part | undefined => parts.find((p) => p.files.test(file))

/** The forbidden imports of a file with this text. */
export function wrongImports(file: string, text: string): string[] {
  const part = partOf(file)
  if (!part) return [`${file} belongs to no part of tools/boundaries.ts`]
  const area = part.files.exec(file)?.groups?.area ?? ''
  const may = part.may.map((pattern) => new RegExp(`^${pattern.replace('$area', () => area)}$`))
  return importsOf(file, text).flatMap((specifier) => {
    const target = resolve(file, specifier)
    if (target === undefined) return [`${file} imports ${specifier}, which isn't there`]
    return may.some((pattern) => pattern.test(target)) ? [] : [`${file} imports ${target}: ${part.why}`]
  })
}

/** `node:fs`, `package:zod`, or a file of the project; undefined if it can't be resolved. */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('virtual:')) return specifier
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  const { path } = resolver.sync(join(root, dirname(file)), specifier)
  if (/^[./#]/.test(specifier)) return path && relative(root, path)
  // types have a package of their own, and a package may export only types
  return `package:${/^(@[^/]+\/)?[^/]+/.exec(specifier)![0]}`
}

function importsOf(file: string, text: string): string[] {
  const { module, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  const importedNames = [
    ...module.staticImports.map((i) => i.moduleRequest.value),
    ...module.staticExports.flatMap((e) => e.entries.flatMap((x) => x.moduleRequest?.value ?? [])),
  ]
  const dynamicNames = module.dynamicImports.map((i) =>
    text.slice(i.moduleRequest.start, i.moduleRequest.end),
  )
  // a computed import can't be resolved; only tools have one
  const literal = dynamicNames.filter((c) => /^['"`][^$]*['"`]$/.test(c)).map((c) => c.slice(1, -1))
  return [...new Set([...importedNames, ...literal])]
}

/** The files of the project that a file with this text imports. */
export const importedFiles = (file: string, text: string): Import[] =>
  importsOf(file, text).flatMap((specifier) => {
    const to = resolve(file, specifier)
    return to === undefined || /^(package|node|virtual):/.test(to) ? [] : [{ from: file, to }]
  })

if (import.meta.main) {
  const files = globSync(sources, { cwd: root })
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const wrong = [
    ...texts.flatMap(({ file, text }) => wrongImports(file, text)),
    ...areaCycles(texts.flatMap(({ file, text }) => importedFiles(file, text))),
    ...fullFolders(files),
  ]
  for (const fault of wrong) console.error(fault)
  process.exitCode = wrong.length ? 1 : 0
}
