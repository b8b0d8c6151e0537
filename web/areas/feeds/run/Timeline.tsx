import { Text } from '@mantine/core'
import { runPhases, type FeedRun } from '#contract/feeds/runs.ts'
import { duration } from '../../../ui/time.ts'
import { SpanRule } from '../../../ui/SpanRule.tsx'
import { fileSize, many, type Tone } from '../../../ui/values.tsx'

type Phase = FeedRun['phases'][number]

/** The phases of a run with their time and volume; of both readings if a person approved it. */
export function Timeline({ run, going }: { run: FeedRun; going: boolean }) {
  const whole = wholeOf(run)
  const twice = run.phases.some((p) => p.reading === 2)
  return (
    <section className="panel" aria-label="Phases">
      <ol className="timeline">
        {runPhases.map((name) => (
          <Step
            key={name}
            name={name}
            phases={run.phases.filter((p) => p.phase === name)}
            now={going && run.phase === name}
            broke={brokeAt(run) === name}
            isHeld={run.state === 'held'}
            whole={whole}
          />
        ))}
      </ol>
      {twice && (
        <Text size="xs" c="dimmed" mt="xs">
          Read twice: on arrival and after approval.
        </Text>
      )}
    </section>
  )
}

interface StepOf {
  name: string
  phases: Phase[]
  now: boolean
  broke: boolean
  /** The run waits for a person between deciding and applying. */
  isHeld: boolean
  /** The reading that is drawn: when it began, and how long it took. */
  whole: { began: number; ms: number }
}
function Step({ name, phases, now, broke, isHeld, whole }: StepOf) {
  const last = phases.at(-1)
  const times = phases.flatMap((p) => (p.ms === null ? [] : [duration(p.ms / 1000)]))
  const volume = [last?.rows != null && many(last.rows, 'row'), last?.bytes && fileSize(last.bytes)]
  const holds = isHeld && name === 'decide'
  const waits = isHeld && name === 'apply' ? 'needs approval' : '—'
  const endText = broke ? 'stopped here' : times.join(' + ') || waits
  return (
    <li className={`tone-${toneOf({ broke, now, holds, isDone: times.length > 0 })}`}>
      <b>{name}</b>
      <span>{now ? 'now' : endText}</span>
      {last?.ms != null && (
        <SpanRule begins={shareOf(last, whole)} ends={shareOf(last, whole) + last.ms / whole.ms} />
      )}
      <div className="quiet">{volume.filter(Boolean).join(' · ')}</div>
    </li>
  )
}

/** The last reading, from its first phase to the end of its last. */
function wholeOf({ phases }: FeedRun): { began: number; ms: number } {
  const reading = phases.at(-1)?.reading
  const readingPhases = phases.filter((phase) => phase.reading === reading)
  const began = Math.min(...readingPhases.map(({ start_tm }) => Date.parse(start_tm)))
  const ended = Math.max(...readingPhases.map(({ start_tm, ms }) => Date.parse(start_tm) + (ms ?? 0)))
  return { began, ms: Math.max(1, ended - began) }
}
const shareOf = ({ start_tm }: Phase, whole: { began: number; ms: number }) =>
  Math.max(0, (Date.parse(start_tm) - whole.began) / whole.ms)

function toneOf(step: Record<'broke' | 'now' | 'holds' | 'isDone', boolean>): Tone {
  if (step.broke) return 'bad'
  if (step.now) return 'run'
  if (step.holds) return 'wait'
  return step.isDone ? 'good' : 'off'
}

const brokeAt = (run: FeedRun) =>
  run.state === 'rejected' || run.state === 'failed' || run.state === 'terminated'
    ? run.phases.at(-1)?.phase
    : undefined
