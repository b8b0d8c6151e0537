import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Input } from '#contract/index.ts'
import type { FieldDescription } from '#contract/platforms/fields.ts'
import { checkForm, type FilledForm } from '#contract/platforms/form.ts'
import type { PlatformView } from '#contract/platforms/platforms.ts'
import { api } from '../../api.ts'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { formErrorsText } from '../../ui/act/form-errors.ts'
import { notify, withdraw } from '../../ui/act/notify.tsx'
import { Facts, Panel } from '../../ui/page/Page.tsx'
import { useAct } from '../../ui/act/useAct.ts'

/** The form as a store's or an integration's dialog shows it; nothing typed here is stored. */
export function FieldPreview({
  platform_id,
  fields,
  body,
  fault,
  markets,
}: {
  platform_id: number
  fields: readonly FieldDescription[]
  body: () => Input<'tryPlatformForm'>['body']['fields']
  /** Why the fields couldn’t be saved as they are. */
  fault: string | undefined
  markets: PlatformView['market_implementations']
}) {
  const [filledForm, setFilledForm] = useState<FilledForm>({
    values: {},
    set: [],
    market_id: markets[0]?.market_id ?? null,
  })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { act, busy } = useAct({
    run: () =>
      api.tryPlatformForm({
        params: { platform_id },
        body: { fields: body(), market_id: filledForm.market_id, values: knownValues(fields, filledForm) },
      }),
    after: ({ secrets }) => {
      setFilledForm(({ values, set, ...rest }) => ({
        ...rest,
        values: Object.fromEntries(Object.entries(values).filter(([handle]) => !secrets.includes(handle))),
        set: [...new Set([...set, ...secrets])],
      }))
    },
    doneText: ({ secrets }) =>
      `Valid. Nothing was saved${secrets.length > 0 ? '. Secrets aren’t shown' : ''}`,
  })
  const attempt = () => {
    const formFaults = checkForm(fields, filledForm).faults
    setFaults(formFaults)
    if (Object.keys(formFaults).length > 0) return notify('error', formErrorsText())
    return act()
  }
  return (
    <div className="field-preview">
      <Panel
        title="Preview"
        actions={
          markets.length > 0 && (
            <Select
              size="xs"
              w={180}
              aria-label="Preview market"
              placeholder="No market"
              clearable
              data={markets.map((market) => ({ value: String(market.market_id), label: market.market_name }))}
              value={filledForm.market_id === null ? null : String(filledForm.market_id)}
              onChange={(v) => setFilledForm({ ...filledForm, market_id: v === null ? null : Number(v) })}
            />
          )
        }
      >
        <form
          noValidate
          aria-label="Form preview"
          onSubmit={(e) => {
            e.preventDefault()
            if (fault === undefined) attempt()
          }}
        >
          <Stack maw={480}>
            {fields.length === 0 ? (
              <Text size="sm" c="dimmed">
                No fields to preview.
              </Text>
            ) : (
              <FieldsForm
                fields={fields}
                formState={filledForm}
                faults={faults}
                change={(values) => {
                  setFilledForm({ ...filledForm, values })
                  setFaults({})
                  withdraw('error', formErrorsText())
                }}
              />
            )}
            <Group>
              <Button
                type="submit"
                variant="default"
                loading={busy}
                disabled={fault !== undefined || fields.length === 0}
                title={fault}
              >
                Test form
              </Button>
              <Text size="sm" c="dimmed">
                {fault === undefined
                  ? 'Validates the values without saving them.'
                  : `Fix this first. ${fault}`}
              </Text>
            </Group>
            {filledForm.set.length > 0 && (
              <Facts facts={filledForm.set.map((handle) => [handle, 'Set'] as const)} />
            )}
          </Stack>
        </form>
      </Panel>
    </div>
  )
}

/** The values without those of removed fields. */
const knownValues = (fields: readonly FieldDescription[], { values }: FilledForm) =>
  Object.fromEntries(
    fields.flatMap(({ field_handle }) => {
      const value = values[field_handle]
      return value === undefined ? [] : [[field_handle, value] as const]
    }),
  )
