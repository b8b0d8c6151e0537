import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import { amount } from '#contract/inputs.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'

/** The amount above which a second person must agree; an admin can change it. */
export function SecondPersonLimit({ limit }: { limit: string | null }) {
  const [changing, setChanging] = useState(false)
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  return (
    <>
      {limit === null
        ? 'No amount wants a second person.'
        : `A second person agrees to amounts above ${money(limit)}.`}{' '}
      {account?.role === 'admin' && (
        <Button size="compact-xs" variant="default" onClick={() => setChanging(true)}>
          Change…
        </Button>
      )}
      {changing && <LimitModal limit={limit} close={() => setChanging(false)} />}
    </>
  )
}

function LimitModal({ limit, close }: { limit: string | null; close: () => void }) {
  const [text, setText] = useState(limit ?? '')
  const amountText = text.trim()
  const fault =
    amountText === '' || amount.safeParse(amountText).success ? undefined : 'Give an amount such as 12.50'
  return (
    <ActModal
      title="A second person"
      act="Save"
      missing={fault}
      isChanged={amountText !== (limit ?? '')}
      run={() =>
        api.saveSecondPersonLimit({ body: { second_person_above: amountText === '' ? null : amountText } })
      }
      doneText={({ second_person_above: savedLimit }) =>
        savedLimit === null
          ? 'No amount wants a second person'
          : `Above ${money(savedLimit)} a second person agrees`
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
