import { useState } from 'react'
import type { GateMeasure } from '#contract/feeds/gate.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { api } from '../../../api.ts'
import { ReasonModal } from '../../../ui/act/ReasonModal.tsx'
import { many } from '../../../ui/values.tsx'
import { decidedText } from './answer.ts'
import { ExpectedFields, listHeldMeasures, isDays } from './ExpectedFields.tsx'
import { changesText } from './measures.ts'

/** Approves a held run and records what is expected of the feed from now on. */
export function ApplyModal({ run, after, close }: { run: FeedRun; after: () => void; close: () => void }) {
  const [measures, setMeasures] = useState<readonly GateMeasure[]>([])
  const [days, setDays] = useState<number | string>(30)
  const heldMeasures = listHeldMeasures(run)
  const touches = run.impact
    ? ` Affects ${many(run.impact.vendors, 'vendor')} and ${many(run.impact.integrations, 'integration')}.`
    : ''
  return (
    <ReasonModal
      title={`Approve run ${run.feed_run_id} of ${run.supplier}?`}
      missing={measures.length > 0 && !isDays(days) ? 'Enter a number of days from 1 to 365' : undefined}
      act={`Approve ${many(run.created + run.updated + run.deleted, 'change')}`}
      run={(reason) =>
        api.applyRun({
          params: { feed_run_id: run.feed_run_id },
          body: {
            reason,
            ...(measures.length > 0 && { expected: { measures: [...measures], days: Number(days) } }),
          },
        })
      }
      doneText={`Run ${run.feed_run_id} of ${run.supplier} approved`}
      after={after}
      closingText={decidedText}
      close={close}
      extraFields={
        heldMeasures.length > 0 && (
          <ExpectedFields
            heldMeasures={heldMeasures}
            chosenNames={measures}
            choose={setMeasures}
            days={days}
            setDays={setDays}
          />
        )
      }
    >
      {`${changesText(run)}.${touches} You can roll back after applying.`}
    </ReasonModal>
  )
}
