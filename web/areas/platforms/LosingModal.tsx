import { Text } from '@mantine/core'
import type { KeptField } from '#contract/platforms/fields.ts'
import type { PlatformEffects } from '#contract/platforms/platforms.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { many } from '../../ui/values.tsx'
import { effectsOf } from './effect-words.ts'

/** Confirms a save that permanently deletes what vendors filled in. */
export function LosingModal({
  effects,
  fields,
  save,
  close,
}: {
  effects: PlatformEffects
  fields: readonly KeptField[]
  save: () => void
  close: () => void
}) {
  const nameOf = (handle: string) =>
    fields.find((field) => field.field_handle === handle)?.field_name ?? handle
  const handles = [...new Set(effects.effects.map((effect) => effect.field_handle))]
  return (
    <ActModal
      title={`Delete values of ${many(effects.losing, 'vendor')}?`}
      act="Save and delete values"
      danger
      close={close}
      run={() => Promise.resolve()}
      after={save}
    >
      <ul className="plain-list">
        {handles.flatMap((handle) =>
          effectsOf(effects, handle).map((text) => (
            <li key={handle + text}>
              {nameOf(handle)}: {text}.
            </li>
          )),
        )}
      </ul>
      <Text size="sm" c="dimmed">
        Deleted values can’t be restored. You can add the fields again.
      </Text>
    </ActModal>
  )
}
