import { expect, test } from 'vitest'
import { faultsOfCode, faultsOfDocument } from './cited-files.ts'

test('a document that cites a missing file in backquotes or a link is reported', () => {
  expect(
    faultsOfDocument(
      'docs/x.md',
      'see `engine/gone.ts`, `engine/check.ts` and [this](gone.md) or [that](architecture.md)',
    ),
  ).toEqual([
    'docs/x.md cites engine/gone.ts, which does not exist',
    'docs/x.md cites docs/gone.md, which does not exist',
  ])
})

test('a comment that cites a missing file is reported; one that cites an existing file or other text isn’t', () => {
  const text = [
    `// as in engine/gone.ts`,
    `/** like engine/check.ts. */`,
    `const path = 'engine/gone.ts'`,
  ].join('\n')
  const gone = 'engine/x.ts: a comment cites engine/gone.ts, which does not exist'
  expect(faultsOfCode('engine/x.ts', text)).toEqual([gone])
  expect(faultsOfCode('server/x.sql', 'select 1 -- server/gone.ts\n')).toHaveLength(1)
  expect(faultsOfCode('web/x.css', '/* web/gone.ts */')).toHaveLength(1)
})

test('a comment may cite an existing domain page or heading; a missing one is reported', () => {
  const faultsOf = (comment: string) => faultsOfCode('engine/x.ts', `/** ${comment} */`)
  expect(faultsOf('See docs/domain/README.md. More text')).toEqual([])
  expect(faultsOf('Held or not (docs/domain/README.md, Glossary).')).toEqual([])
  expect(faultsOf('Held or not (docs/domain/README.md, No such thing).')).toEqual([
    'engine/x.ts: a comment cites “No such thing). ”, which is no heading of docs/domain/README.md',
  ])
  expect(faultsOf('Held or not (docs/domain/gone.md, Glossary).')).toEqual([
    'engine/x.ts: a comment cites docs/domain/gone.md, which does not exist',
  ])
})

test('a document’s link to a missing heading is reported', () => {
  const text = '# A feed’s rows\n[here](#a-feeds-rows) [gone](#gone) [words](domain/README.md#glossary)'
  expect(faultsOfDocument('docs/x.md', `${text} [no](domain/README.md#gone)`)).toEqual([
    'docs/x.md cites docs/x.md#gone, which is no heading there',
    'docs/x.md cites docs/domain/README.md#gone, which is no heading there',
  ])
})

test('a citation continued on the next line is read as one', () => {
  const text = '/**\n * Held or not (docs/domain/README.md, Words on the\n * wire).\n */'
  expect(faultsOfCode('engine/x.ts', text)).toEqual([])
})

test('a comment that cites a document outside the repository by name or number is reported', () => {
  const name = ['rules', 'md'].join('.')
  expect(faultsOfCode('engine/x.ts', `// (${name}, Feeds)`)).toHaveLength(1)
  expect(faultsOfCode('engine/x.ts', '/* document 1, page 3 */')).toHaveLength(1)
  expect(faultsOfCode('engine/x.ts', '// a document of 2 pages, as CONTRIBUTING.md says')).toEqual([])
})
