import { Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { commentNeeded, reasonNeeded, type CancelReason } from '#contract/account/my-subscriptions.ts'
import { isStaff } from '#contract/roles.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { Panel } from '../../../ui/page/Page.tsx'
import { readOnly } from '../../../viewing.ts'
import { closingEffects } from './closing-effects.ts'
import { requestText } from './request-text.ts'
import { WithdrawRequest } from './WithdrawRequest.tsx'
import { CancelReasonField } from '../subscriptions/CancelReasonField.tsx'

/** A customer’s request to close the account. */
export function CloseAccount() {
  const { data: account } = useQuery({ ...api.getAccount.query(), staleTime: Infinity })
  return account && !isStaff(account.role) ? <Closing /> : null
}

function Closing() {
  const { data } = useQuery(api.getOwnRequests.query())
  const [isAsking, setIsAsking] = useState(false)
  if (!data) return null
  const { close: request } = data
  const isOpen = request !== null && request.answered_tm === null
  return (
    <Panel title="Close account">
      <Stack gap="xs" align="flex-start">
        <Text className="break-anywhere">
          {request ? requestText(request, 'close your account') : 'You can ask us to close your account.'}
        </Text>
        {isOpen ? (
          <WithdrawRequest kind="close" />
        ) : (
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setIsAsking(true)}
          >
            Close account…
          </Button>
        )}
      </Stack>
      {isAsking && <ClosingModal close={() => setIsAsking(false)} />}
    </Panel>
  )
}

function ClosingModal({ close }: { close: () => void }) {
  const { data: billing, error } = useQuery(api.getOwnBilling.query())
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [comment, setComment] = useState('')
  const missingOf = () => {
    if (!billing) return error?.message ?? 'Calculating…'
    if (reason === null) return reasonNeeded
    return comment.trim() === '' ? commentNeeded : undefined
  }
  return (
    <ActModal
      title="Close your account"
      act="Request closing"
      cancelText="Go back"
      danger
      missing={missingOf()}
      isChanged={reason !== null || comment !== ''}
      run={() => api.requestClosing({ body: { reason_id: reason!, comment } })}
      doneText="Closing requested"
      close={close}
    >
      {billing ? (
        <ul className="plain-list">
          {closingEffects(billing).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={120} />
      )}
      <CancelReasonField label="Why are you leaving?" value={reason} set={setReason} />
      <Textarea
        label="Tell us more"
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(e) => setComment(e.currentTarget.value)}
      />
    </ActModal>
  )
}
