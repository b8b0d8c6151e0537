import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import { amount } from '#contract/inputs.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

/** From which amount on a second person agrees; an admin changes it. */
export function SecondPersonLimit({ above }: { above: string | null }) {
  const [changing, setChanging] = useState(false)
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  return (
    <>
      {above === null
        ? 'No amount wants a second person.'
        : `A second person agrees to amounts above ${money(above)}.`}{' '}
      {account?.role === 'admin' && (
        <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
          Change…
        </Button>
      )}
      {changing && <LimitModal above={above} close={() => setChanging(false)} />}
    </>
  )
}

function LimitModal({ above, close }: { above: string | null; close: () => void }) {
  const [text, setText] = useState(above ?? '')
  const given = text.trim()
  const fault = given === '' || amount.safeParse(given).success ? undefined : 'Give an amount such as 12.50'
  return (
    <ActModal
      title="A second person"
      act="Save"
      missing={fault}
      changed={given !== (above ?? '')}
      run={() => api.saveSecondPersonLimit({ body: { second_person_above: given === '' ? null : given } })}
      done={({ second_person_above: saved }) =>
        saved === null ? 'No amount wants a second person' : `Above ${money(saved)} a second person agrees`
      }
      close={close}
    >
      <TextInput
        label="Charges, refunds and closed invoices above"
        description="In dollars; empty: no amount wants a second person"
        value={text}
        error={fault}
        data-autofocus
        onChange={(e) => setText(e.currentTarget.value)}
      />
    </ActModal>
  )
}
