import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { links } from '../../links.ts'
import { goTo, partId } from './at.ts'
import { stepTitles, type Guide, type Step } from './guide.ts'

/** The steps to a new feed's first applied run: the same settings, in order. */
export function FeedGuide({
  guide,
  dropshipperId,
  busy,
  act,
}: {
  guide: Guide
  dropshipperId: number
  busy: boolean
  act: () => void
}) {
  const steps = Object.keys(stepTitles) as Step[]
  return (
    <section aria-label="Steps to the first run" className="guide">
      <ol className="steps">
        {steps.map((step, i) => {
          const done = guide.done.has(step)
          const name = (
            <>
              <span className="k">
                {done ? <IconCheck size={13} stroke={2.4} aria-label="done" /> : i + 1}
              </span>
              {stepTitles[step]}
            </>
          )
          return (
            <li
              key={step}
              className={done ? 'done' : undefined}
              aria-current={step === guide.at ? 'step' : undefined}
            >
              {step === 'schedule' ? (
                <Link to={links.supplier(dropshipperId, 'monitoring')}>{name}</Link>
              ) : (
                <button type="button" onClick={() => goTo(placeOf(step))}>
                  {name}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" aria-live="polite">
          {guide.says}
        </Text>
        <Button onClick={act} loading={busy} style={{ flex: 'none' }}>
          {guide.button}
        </Button>
      </Group>
    </section>
  )
}

const placeOf = (step: Step) =>
  step === 'format' || step === 'mapping'
    ? partId(step)
    : step === 'dry-run' || step === 'run'
      ? partId('dry-run')
      : partId('source')
