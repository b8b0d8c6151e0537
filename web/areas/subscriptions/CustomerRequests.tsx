import './customer-requests.css'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  answerNeeded,
  requestKinds,
  type CustomerRequest,
  type RequestKind,
} from '#contract/subscriptions/customer-requests.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { Ago, Day } from '../../ui/values.tsx'
import { Link } from '@tanstack/react-router'

const titleOf = ({ kind, name }: CustomerRequest) =>
  name === '' ? requestKinds[kind] : `${requestKinds[kind]}: ${name}`

/** What a customer asked for, with an answer to each; nothing if there is none. */
export function CustomerRequests({ vendorId, isFixed }: { vendorId: number; isFixed: boolean }) {
  const { data } = useQuery(api.listCustomerRequests.query({ params: { vendor_id: vendorId } }))
  const [answering, setAnswering] = useState<{ request: CustomerRequest; accepted: boolean } | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Panel title="Customer requests">
      <ul className="request-rows" aria-label="Customer requests">
        {data.map((request) => (
          <li key={request.customer_request_id}>
            <div>
              <b>{titleOf(request)}</b>
              {request.comment !== '' && <Text size="sm">{request.comment}</Text>}
              <Text size="sm" c="dimmed">
                <RequestState request={request} />
              </Text>
            </div>
            {request.answered_tm === null && !isFixed && (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Decline ${titleOf(request)}`}
                  onClick={() => setAnswering({ request, accepted: false })}
                >
                  Decline…
                </Button>
                <Button
                  size="xs"
                  aria-label={`Accept ${titleOf(request)}`}
                  onClick={() => setAnswering({ request, accepted: true })}
                >
                  Accept…
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
      {answering && <AnswerModal {...answering} vendorId={vendorId} close={() => setAnswering(null)} />}
    </Panel>
  )
}

function RequestState({ request }: { request: CustomerRequest }) {
  const { answered_tm, answered_by_name, accepted: isAccepted, answer, requested_by, insert_tm } = request
  if (answered_tm === null)
    return (
      <>
        Requested {requested_by && `by ${requested_by} `}
        <Ago tm={insert_tm} />
      </>
    )
  return (
    <>
      {isAccepted ? 'Accepted' : 'Declined'} by {answered_by_name} on <Day tm={answered_tm} />
      {answer && `: ${answer}`}
    </>
  )
}

function AnswerModal({
  request,
  accepted: isAccepted,
  vendorId,
  close,
}: {
  request: CustomerRequest
  accepted: boolean
  vendorId: number
  close: () => void
}) {
  const [answer, setAnswer] = useState('')
  const isMissing = !isAccepted && answer.trim() === ''
  return (
    <ActModal
      title={`${isAccepted ? 'Accept' : 'Decline'}: ${titleOf(request)}`}
      act={isAccepted ? 'Accept request' : 'Decline request'}
      missing={isMissing ? answerNeeded : undefined}
      isChanged={answer !== ''}
      run={() =>
        api.answerCustomerRequest({
          params: { vendor_id: vendorId, request_id: request.customer_request_id },
          body: { accepted: isAccepted, answer: answer.trim() },
        })
      }
      doneText={isAccepted ? 'Request accepted' : 'Request declined'}
      close={close}
    >
      <Text size="sm">
        {isAccepted && <Consequence kind={request.kind} vendorId={vendorId} />}
        {request.requested_by === null
          ? 'We don’t know who requested it, so no email is sent.'
          : `We’ll email your answer to ${request.requested_by}.`}
      </Text>
      <Textarea
        label={isAccepted ? 'Message to the customer (optional)' : 'Reason for the customer'}
        autosize
        minRows={2}
        maxLength={2000}
        value={answer}
        onChange={(e) => setAnswer(e.currentTarget.value)}
        data-autofocus
      />
    </ActModal>
  )
}

/** What accepting does, and what is still to do. */
function Consequence({ kind, vendorId }: { kind: RequestKind; vendorId: number }) {
  if (kind === 'supplier') return <>The supplier is added now. </>
  if (kind === 'plan')
    return (
      <>
        This doesn’t change the plan.{' '}
        <Link className="link" to={links.vendor(vendorId, 'billing_plan')}>
          Change it in Billing Plan
        </Link>
        .{' '}
      </>
    )
  return (
    <>
      This ends nothing. Cancel the subscriptions here and set the status to Canceled in{' '}
      <Link className="link" to={links.vendor(vendorId, 'basic')}>
        Basic Info
      </Link>
      .{' '}
    </>
  )
}
