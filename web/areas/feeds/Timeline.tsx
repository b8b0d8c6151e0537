import { runPhases, type FeedRun } from '#contract/feeds/runs.ts'
import { duration } from '../../ui/time.ts'
import { count, fileSize } from '../../ui/values.tsx'

/** The phases of a run with time and volume each. */
export function Timeline({ run, going }: { run: FeedRun; going: boolean }) {
  return (
    <section className="panel" aria-label="Phases">
      <ol className="timeline">
        {runPhases.map((name) => {
          const phase = run.phases.find((p) => p.phase === name)
          const now = going && run.phase === name
          const reached = phase && (phase.ms !== null || now)
          const broke = phase && phase.ms === null && !going && (run.state === 'rejected' || run.state === 'failed')
          return (
            <li key={name} className={`tone-${broke ? 'bad' : now ? 'run' : reached ? 'good' : 'off'}`}>
              <b>{name}</b>
              <span>{now ? 'now' : broke ? 'ended here' : phase?.ms !== null && phase ? duration(phase.ms / 1000) : '—'}</span>
              <div style={{ color: 'var(--mantine-color-dimmed)' }}>
                {[phase?.rows != null && `${count(phase.rows)} rows`, phase?.bytes != null && fileSize(phase.bytes)].filter(Boolean).join(' · ')}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
