import { expect, test } from 'vitest'
import { areaCycles, fullFolders, mostFiles } from './floors.ts'

const step = (from: string, to: string) => ({ from: `server/areas/${from}`, to: `server/areas/${to}` })

test('imports to lower areas pass', () => {
  const imports = [
    step('vendors/view.ts', 'billing/public.ts'),
    step('vendors/view.ts', 'vendor-record/public.ts'),
    step('billing/read.ts', 'vendor-record/public.ts'),
    step('vendors/view.ts', 'vendors/logo.ts'),
  ]
  expect(areaCycles(imports)).toEqual([])
})

test('a cycle of two areas is reported with its imports', () => {
  const imports = [step('feeds/apply.ts', 'stores/public.ts'), step('stores/plan.ts', 'feeds/public.ts')]
  expect(areaCycles(imports)).toEqual([
    'areas form a cycle: server/areas/feeds/apply.ts imports server/areas/stores/public.ts; ' +
      'server/areas/stores/plan.ts imports server/areas/feeds/public.ts',
  ])
})

test('a cycle of three areas is found once, whatever leads into it', () => {
  const imports = [
    step('account/read.ts', 'feeds/public.ts'),
    step('feeds/read.ts', 'stores/public.ts'),
    step('stores/read.ts', 'vendors/public.ts'),
    step('vendors/read.ts', 'feeds/public.ts'),
  ]
  expect(areaCycles(imports)).toHaveLength(1)
})

test('tests may use an area above their own', () => {
  const imports = [
    step('feeds/apply.ts', 'stores/public.ts'),
    step('stores/stores.test.ts', 'feeds/public.ts'),
  ]
  expect(areaCycles(imports)).toEqual([])
})

test('a folder with too many files is reported, tests not counted', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `web/ui/Part${n}.tsx`)
  expect(fullFolders([...files(mostFiles), 'web/ui/values.test.ts'])).toEqual([])
  expect(fullFolders(files(mostFiles + 1))).toEqual([
    'web/ui holds 26 source files; make rooms in it, at most 25 each',
  ])
})
