import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { measureText } from '#contract/feeds/expectations.ts'
import { measureKind, type GateMeasure, type JudgedMeasure } from '#contract/feeds/gate.ts'
import type { FeedRun } from '#contract/feeds/runs.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { shortDay } from '../../../ui/time.ts'
import { daysSuffix, limitPercent } from '../../../ui/values.tsx'
import { isCounted } from '../gate/gate-words.ts'

/** The expected limit is this much above the approved value (docs/domain/held-runs.md, Expectations). */
const widening = 1.1
const round = (n: number) => Math.round(n * 100) / 100

interface HeldMeasure {
  name: GateMeasure
  label: string
  /** The gate's sentences, as in the run's measures. */
  sentence: string
  /** In percent; up to this value the measure would not hold. */
  limit: number
  /** The feed has a limit of its own, which wins. */
  hasOwnLimit: boolean
}

/** The measures that hold a run, each once, with the widest limit. */
export function listHeldMeasures({ decision }: FeedRun): readonly HeldMeasure[] {
  const heldMeasures = decision?.measures.filter((m) => m.verdict === 'hold') ?? []
  const widest = (measures: readonly JudgedMeasure[]) => Math.max(...measures.map((m) => Math.abs(m.value)))
  return [...Map.groupBy(heldMeasures, (m) => m.name)].map(([name, measures]) => ({
    name,
    label: nameOf(measures),
    sentence: [...new Set(measures.map((m) => m.sentence))].join(' '),
    limit: round(widest(measures) * widening),
    hasOwnLimit: measures.some((m) => m.by === 'own'),
  }))
}

/** The measure's name; for several fields or parts, the name they share. */
function nameOf(measures: readonly JudgedMeasure[]): string {
  const names = new Set(measures.map(measureText))
  const [name = ''] = names
  return names.size === 1 ? name : (measures[0]?.label ?? name)
}

/** Whether this is a number of days for which something can be expected. */
export const isDays = (input: number | string): input is number =>
  Number.isInteger(input) && Number(input) >= 1 && Number(input) <= 365

/** What to expect of the feed for some days; nothing unless it is ticked. */
export function ExpectedFields({
  heldMeasures,
  chosenNames,
  choose,
  days,
  setDays,
}: {
  heldMeasures: readonly HeldMeasure[]
  chosenNames: readonly GateMeasure[]
  choose: (names: readonly GateMeasure[]) => void
  days: number | string
  setDays: (days: number | string) => void
}) {
  const chosenMeasures = heldMeasures.filter((m) => chosenNames.includes(m.name))
  const wrong = chosenMeasures.filter((m) => measureKind(m.name).kind === 'wrong')
  return (
    <Stack gap="xs" className="expected">
      <Checkbox.Group
        label="Expected changes"
        description="Optional. Selected checks won’t hold this feed’s next runs."
        inputWrapperOrder={['label', 'description', 'input']}
        value={[...chosenNames]}
        onChange={(names) => choose(names as GateMeasure[])}
      >
        <Stack gap={6} mt="xs">
          {heldMeasures.map((m) => (
            <Checkbox
              key={m.name}
              size="xs"
              value={m.name}
              label={m.label}
              disabled={m.hasOwnLimit}
              description={
                m.hasOwnLimit ? 'Held by this feed’s own limit. Change it in Configuration.' : m.sentence
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {chosenMeasures.length > 0 && (
        <>
          <Group gap="sm" align="flex-end">
            <NumberField
              label="For"
              w={120}
              unit={daysSuffix(days)}
              value={days}
              onChange={setDays}
              error={!isDays(days) && 'Enter a number from 1 to 365'}
            />
            <Text size="sm" c="dimmed" lh="30px">
              {isDays(days) && `until ${untilDay(days)}`}
            </Text>
          </Group>
          <div role="status">
            {isDays(days) &&
              chosenMeasures.map((m) => (
                <Text key={m.name} size="sm">
                  {meaningOf(m, days)}
                </Text>
              ))}
          </div>
          {wrong.length > 0 && isDays(days) && (
            <p className="callout tone-wait">
              <b>Likely an error</b>
              {`${wrong.map((m) => m.label).join(', ')}: bad files will also pass until ${untilDay(days)}.`}
            </p>
          )}
        </>
      )}
    </Stack>
  )
}

const untilDay = (days: number) => shortDay(new Date(Date.now() + days * 86_400_000).toISOString())

/** What a tick means, in exact figures. */
function meaningOf({ name, label, limit }: HeldMeasure, days: number): string {
  const time = `For ${days}${daysSuffix(days)}`
  return isCounted(name)
    ? `${time}, “${label}” won’t hold runs.`
    : `${time}, “${label}” up to ${limitPercent(limit)} won’t hold runs.`
}
