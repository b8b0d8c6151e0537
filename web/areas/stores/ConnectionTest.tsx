import { Button, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCircleCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { checkNames, testSeconds, type CheckState } from '#contract/stores/connection-test.ts'
import { checkStates } from '#contract/stores/connection-test.ts'
import type { StoreForm } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { api, HttpError } from '../../api.ts'
import { notify } from '../../ui/act/notify.tsx'
import { same } from '../../ui/form/rebased.ts'
import { toFirstFault } from '../../ui/act/focus.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { many, Status, type Tone } from '../../ui/values.tsx'
import { readOnly } from '../../viewing.ts'
import { toBody } from './store-form.ts'
import type { Vendor } from './VendorStores.tsx'
import './stores.css'

const marks: Record<CheckState, { tone: Tone; icon: typeof IconX }> = {
  ok: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconX },
  not_reached: { tone: 'off', icon: IconCircleDashed },
}

interface Tried {
  of: StoreForm
  found: Result<'testStore'>
  /** The record that the form was opened with. */
  opened: StoreView
  /** It is of what the form holds. */
  stands: boolean
}

/** Tries the connection as the form stands, saved or not, and says of each step how it went. */
export function ConnectionTest({
  vendor,
  form,
  opened,
}: {
  vendor: Vendor
  form: UseFormReturnType<StoreForm>
  opened: StoreView
}) {
  const [tried, setTried] = useState<Tried | null>(null)
  const { act, busy } = useAct({
    run: (of: StoreForm) => api.testStore({ params: { vid: vendor.vendor_id }, body: toBody(of, opened) }),
    after: (found, of) => setTried({ of, found, opened, stands: true }),
    tells: (error) => {
      if (error instanceof HttpError) {
        form.setErrors(error.fields)
        toFirstFault()
      }
      return false
    },
  })
  if (tried) {
    const stands = same(tried.of, form.values)
    // a save empties the fields of passwords: what was tried stands all the same
    if (tried.opened !== opened) setTried({ ...tried, opened, ...(tried.stands && { of: form.values }) })
    else if (tried.stands !== stands) setTried({ ...tried, stands })
  }
  const begin = () => {
    if (form.validate().hasErrors) {
      notify('error', messages.formErrorsListed)
      toFirstFault()
    } else act(form.values)
  }
  const closed = readOnly ?? (vendor.deletion ? 'Nothing of a deleted account is tried' : undefined)
  return (
    <section aria-label="Connection test" aria-busy={busy}>
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          onClick={begin}
          loading={busy}
          disabled={closed !== undefined}
          title={closed}
        >
          Test the connection
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {busy
            ? `It takes ${testSeconds} seconds at most`
            : tried
              ? summary(tried.found, !tried.stands)
              : 'By what stands in the form, saved or not'}
        </Text>
      </Group>
      {tried && (
        <ol className="checks" aria-label="Checks">
          {tried.found.checks.map(({ name, state, sentence, what_to_do }) => (
            <li key={name}>
              <Status {...marks[state]}>{checkStates[state]}</Status>
              <div>
                <b>{checkNames[name]}</b>
                <p>{sentence}</p>
                {what_to_do && <p className="faint">{what_to_do}</p>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function summary({ target, seconds, checks }: Result<'testStore'>, changed: boolean): string {
  const well = checks.filter((check) => check.state === 'ok').length
  const outcome =
    well === checks.length ? 'all went well' : `${well} of ${many(checks.length, 'check')} went well`
  return `${target} in ${seconds} s: ${outcome}${changed ? '. The form was changed since' : ''}`
}
