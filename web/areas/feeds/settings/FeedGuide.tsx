import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { goTo } from '../../../ui/page/place.ts'
import { partId } from '../anchors.ts'
import { stepTitles, type Guide, type NextAct, type Step } from './guide.ts'

/** The acts whose next step is on this page too. */
const staying: ReadonlySet<NextAct> = new Set(['choose', 'test', 'adopt', 'save', 'dry-run'])

/** The steps to a new feed's first applied run. */
export function FeedGuide({ guide, busy, act }: { guide: Guide; busy: boolean; act: () => void }) {
  const steps = Object.keys(stepTitles) as Step[]
  const button = useRef<HTMLButtonElement>(null)
  // the button keeps the focus for the next step, unless the person went elsewhere
  const wasPressed = useRef(false)
  useEffect(() => {
    const focusedElement = document.activeElement
    if (busy || !wasPressed.current || (focusedElement !== document.body && !focusedElement?.matches('h1')))
      return
    button.current?.focus({ preventScroll: true })
  }, [busy, guide.act])
  return (
    <section aria-label="Steps to the first run" className="guide">
      <ol className="steps">
        {steps.map((step, i) => {
          const isDone = guide.doneSteps.has(step)
          const name = (
            <>
              <span className="k">
                {isDone ? <IconCheck size={13} stroke={2.4} aria-label="done" /> : i + 1}
              </span>
              {stepTitles[step]}
            </>
          )
          return (
            <li
              key={step}
              className={isDone ? 'done' : undefined}
              aria-current={step === guide.step ? 'step' : undefined}
            >
              <button type="button" onClick={() => goTo(placeOf(step))}>
                {name}
              </button>
            </li>
          )
        })}
      </ol>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" aria-live="polite">
          {guide.sentence}
        </Text>
        <Button
          ref={button}
          onClick={() => {
            wasPressed.current = staying.has(guide.act)
            act()
          }}
          onBlur={(e) => {
            if (e.relatedTarget) wasPressed.current = false
          }}
          loading={busy}
          flex="none"
        >
          {guide.button}
        </Button>
      </Group>
    </section>
  )
}

const stepParts = {
  source: 'source',
  test: 'source',
  format: 'format',
  mapping: 'mapping',
  'dry-run': 'dry-run',
  schedule: 'schedule',
  run: 'dry-run',
} as const satisfies Record<Step, string>
const placeOf = (step: Step) => partId(stepParts[step])
