import { MantineProvider } from '@mantine/core'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { runText } from '#contract/feeds/run-states.ts'
import { RunStatus, runTone } from './run-status.tsx'

const shown = (node: ReactNode) =>
  renderToStaticMarkup(createElement(MantineProvider, { env: 'test' }, node)).replace(
    /<style.*?<\/style>/gs,
    '',
  )

test.each([
  ['queued', 'Queued', 'run'],
  ['running', 'Running', 'run'],
  ['applied', 'Applied', 'good'],
  ['unchanged', 'Unchanged', 'good'],
  ['held', 'Held', 'wait'],
  ['rejected', 'Rejected', 'bad'],
  ['failed', 'Failed', 'bad'],
  ['terminated', 'Terminated', 'off'],
  ['discarded', 'Discarded', 'off'],
  ['superseded', 'Superseded', 'off'],
  ['rolled_back', 'Rolled back', 'off'],
  ['dry', 'Dry run', 'off'],
])('a run that is %s reads %s, with a %s icon', (state, text, tone) => {
  expect([runText(state), runTone(state)]).toEqual([text, tone])
  expect(shown(createElement(RunStatus, { state }))).toMatch(
    new RegExp(`<span class="status tone-${tone}"><svg.*</svg>${text}</span>`),
  )
})
test('an unknown status shows its name, and a missing run shows “No runs yet”', () => {
  expect([runText('strange'), runTone('strange')]).toEqual(['strange', 'off'])
  expect(shown(createElement(RunStatus, { state: null }))).toMatch(/tone-off"><svg.*<\/svg>No runs yet/)
})
