import { Button, Group, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCircleCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Result } from '#contract/index.ts'
import {
  checkNames,
  checkStates,
  testSeconds,
  type Check,
  type CheckState,
} from '#contract/stores/connection-test.ts'
import type { StoreForm } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { api, HttpError } from '../../api.ts'
import { formErrorsText } from '../../ui/act/form-errors.ts'
import { notify } from '../../ui/act/notify.tsx'
import { same } from '../../ui/form/rebase.ts'
import { focusFirstFault } from '../../ui/act/focus.ts'
import { useAct } from '../../ui/act/useAct.ts'
import { HostKeyNotice } from '../../ui/page/HostKeyNotice.tsx'
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

interface TestRun {
  form: StoreForm
  result: Result<'testStore'>
  /** The record that the form was opened with. */
  openedStore: StoreView
  /** The result is of the form's current values. */
  stands: boolean
}

/** Tests the connection with the form's values, saved or not, and reports each step. */
export function ConnectionTest({
  vendor,
  form,
  openedStore,
}: {
  vendor: Vendor
  form: UseFormReturnType<StoreForm>
  openedStore: StoreView
}) {
  const [testRun, setTestRun] = useState<TestRun | null>(null)
  const { act, busy } = useAct({
    run: (testedForm: StoreForm) =>
      api.testStore({ params: { vid: vendor.vendor_id }, body: toBody(testedForm, openedStore) }),
    after: (result, testedForm) => setTestRun({ form: testedForm, result, openedStore, stands: true }),
    handlesError: (error) => {
      if (error instanceof HttpError) {
        form.setErrors(error.fields)
        focusFirstFault()
      }
      return false
    },
  })
  if (testRun) {
    const stands = same(testRun.form, form.values)
    // a save empties the password fields, but the test result still applies
    if (testRun.openedStore !== openedStore)
      setTestRun({ ...testRun, openedStore, ...(testRun.stands && { form: form.values }) })
    else if (testRun.stands !== stands) setTestRun({ ...testRun, stands })
  }
  const outcome = testRun
    ? summary(testRun.result, !testRun.stands)
    : 'Tests the values in this form, saved or not'
  const begin = () => {
    if (form.validate().hasErrors) {
      notify('error', formErrorsText())
      focusFirstFault()
    } else act(form.values)
  }
  const closedReason = readOnly ?? (vendor.deletion ? 'This account is deleted' : undefined)
  return (
    <section aria-label="Connection test" aria-busy={busy}>
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          onClick={begin}
          loading={busy}
          disabled={closedReason !== undefined}
          title={closedReason}
        >
          Test connection
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {busy ? `Testing for up to ${testSeconds} seconds…` : outcome}
        </Text>
      </Group>
      {testRun && <Checks checks={testRun.result.checks} />}
    </section>
  )
}

/** The steps of a test in order, each with its state and what to do. */
export const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <ol className="checks" aria-label="Checks">
    {checks.map(({ name, state, sentence, what_to_do }) => (
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
)

function summary({ target, seconds, checks }: Result<'testStore'>, isChanged: boolean): string {
  const well = checks.filter((check) => check.state === 'ok').length
  const outcome =
    well === checks.length ? 'all checks passed' : `${well} of ${many(checks.length, 'check')} passed`
  return `${target} in ${seconds} s: ${outcome}${isChanged ? '. The form has changed since' : ''}`
}

/** A changed key of the store’s SFTP server, to accept. */
export function StoreHostKeys({ store }: { store: StoreView }) {
  const { act, busy } = useAct({
    run: (body: Parameters<typeof api.acceptStoreHostKey>[0]['body']) =>
      api.acceptStoreHostKey({ params: { vid: store.vendor_id, id: store.vendor_store_id }, body }),
    doneText: 'Host key accepted',
  })
  return <HostKeyNotice keys={store.host_keys} busy={busy} accept={act} />
}
