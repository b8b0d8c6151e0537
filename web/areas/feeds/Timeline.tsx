import { Text } from '@mantine/core'
import { runPhases, type FeedRun } from '#contract/feeds/runs.ts'
import { duration } from '../../ui/time.ts'
import { count, fileSize } from '../../ui/values.tsx'

type Phase = FeedRun['phases'][number]

/** The phases of a run with time and volume each; of both readings where a person approved it. */
export function Timeline({ run, going }: { run: FeedRun; going: boolean }) {
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
          />
        ))}
      </ol>
      {twice && (
        <Text size="xs" c="dimmed" mt="xs">
          Read twice: when it came, and again once it was approved.
        </Text>
      )}
    </section>
  )
}

function Step({ name, phases, now, broke }: { name: string; phases: Phase[]; now: boolean; broke: boolean }) {
  const last = phases.at(-1)
  const times = phases.flatMap((p) => (p.ms === null ? [] : [duration(p.ms / 1000)]))
  const volume = [
    last?.rows != null && `${count(last.rows)} rows`,
    last?.bytes != null && fileSize(last.bytes),
  ]
  return (
    <li className={`tone-${broke ? 'bad' : now ? 'run' : times.length ? 'good' : 'off'}`}>
      <b>{name}</b>
      <span>{now ? 'now' : broke ? 'ended here' : times.join(' + ') || '—'}</span>
      <div className="quiet">{volume.filter(Boolean).join(' · ')}</div>
    </li>
  )
}

const brokeAt = (run: FeedRun) =>
  run.state === 'rejected' || run.state === 'failed' || run.state === 'terminated'
    ? run.phases.at(-1)?.phase
    : undefined
