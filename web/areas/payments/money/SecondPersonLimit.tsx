import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { money } from '#contract/formats.ts'
import { amount } from '#contract/inputs.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { actText, doneOrSent, MovePreview, useMove } from '../../approvals/public.tsx'

/** The amount above which a second person must agree; an admin can change it. */
export function SecondPersonLimit({ limit }: { limit: string | null }) {
  const [changing, setChanging] = useState(false)
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  return (
    <>
      {limit === null ? 'No approval limit.' : `Amounts above ${money(limit)} need approval.`}{' '}
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
    amountText === '' || amount.safeParse(amountText).success ? undefined : 'Enter an amount such as 12.50'
  const body = { second_person_above: amountText === '' ? null : amountText }
  const isChanged = amountText !== (limit ?? '')
  const { data } = useQuery(api.listStaff.query())
  const isOnlyAdmin = data?.staff.filter((login) => login.role === 'admin' && !login.disabled_tm).length === 1
  const move = useMove(fault === undefined && isChanged ? { act: 'approval_limit', body } : null)
  return (
    <ActModal
      title="Approval limit"
      act={actText(move, 'Save')}
      missing={fault}
      isChanged={isChanged}
      run={() => api.saveSecondPersonLimit({ body })}
      doneText={(answer) => doneOrSent(answer, 'No changes')}
      close={close}
    >
      <TextInput
        label="Amount"
        description="Larger amounts need approval"
        placeholder="No limit"
        value={text}
        error={fault}
        data-autofocus
        onChange={(e) => setText(e.currentTarget.value)}
      />
      <MovePreview move={move} />
      {isOnlyAdmin && (
        <Text size="sm">
          You are the only admin, so no one else can approve this. Invite another one first.
        </Text>
      )}
    </ActModal>
  )
}
