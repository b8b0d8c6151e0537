import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const imported = (path: string) =>
  new Set([...read(path).matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map((m) => m[1]!))
const first = imported('web/styles.ts')
const all = first.union(imported('web/shell/styles.ts'))

const hasStyles = (component: string) => existsSync(`node_modules/@mantine/core/styles/${component}.css`)
/** The Mantine components with styles of their own that a file names. */
const used = (path: string) =>
  [...read(path).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap((m) => m[1]!.split(',').map((name) => name.trim()))
    .filter(hasStyles)
const without = (paths: readonly string[], styles: ReadonlySet<string>) =>
  paths.flatMap((path) =>
    used(path).flatMap((component) => (styles.has(component) ? [] : [`${path} uses ${component}`])),
  )

test('the styles of every Mantine component in use are imported', () => {
  const paths = globSync('web/**/*.tsx')
  expect(paths.flatMap(used)).toContain('Center')
  expect(without(paths, all)).toEqual([])
})

test('components shown before the page frame have their styles in the initial ones', () => {
  const paths = [
    'Login',
    'ForgotPassword',
    'PasswordReset',
    'Verification',
    'Register',
    'RegisterForm',
    'Unsubscribe',
  ].map((name) => `web/areas/session/${name}.tsx`)
  paths.push(
    'web/ui/page/PublicPage.tsx',
    ...['Alarms', 'ErrorScreen', 'SessionExpired'].map((name) => `web/shell/${name}.tsx`),
    'web/ui/act/notify.tsx',
  )
  expect(without(paths, first)).toEqual([])
})
