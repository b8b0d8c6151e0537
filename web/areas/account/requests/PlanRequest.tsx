import { Button, Select, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planNeeded, type OwnRequests } from '#contract/account/requests.ts'
import { money } from '#contract/formats.ts'
import { api } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { readOnly } from '../../../viewing.ts'
import { requestText } from './request-text.ts'
import { WithdrawRequest } from './WithdrawRequest.tsx'

/** A request for another plan, or what became of the last one. */
export function PlanRequest() {
  const { data } = useQuery(api.getOwnRequests.query())
  const [isAsking, setIsAsking] = useState(false)
  // the height of its button, so that nothing moves when it comes
  if (!data) return <div className="mine-acts" />
  const { plan, plans } = data
  const isOpen = plan !== null && plan.answered_tm === null
  if (plans.length === 0 && plan === null) return null
  return (
    <Stack gap="xs" align="flex-start" mt="xs">
      {plan && <Text size="sm">{requestText(plan, `change to the ${plan.name} plan`)}</Text>}
      {isOpen ? (
        <WithdrawRequest kind="plan" />
      ) : (
        plans.length > 0 && (
          <Button
            variant="default"
            disabled={Boolean(readOnly)}
            title={readOnly}
            onClick={() => setIsAsking(true)}
          >
            Request another plan…
          </Button>
        )
      )}
      {isAsking && <PlanModal plans={plans} close={() => setIsAsking(false)} />}
    </Stack>
  )
}

function PlanModal({ plans, close }: { plans: OwnRequests['plans']; close: () => void }) {
  const [planId, setPlanId] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  return (
    <ActModal
      title="Request another plan"
      act="Send request"
      missing={planId === null ? planNeeded : undefined}
      isChanged={planId !== null || comment !== ''}
      run={() => api.requestPlan({ body: { vendor_plan_type_id: Number(planId), comment } })}
      doneText="Plan requested"
      close={close}
    >
      <Text>We’ll email you. Your bill stays the same until then.</Text>
      <Select
        label="Plan"
        placeholder="Choose a plan"
        data={plans.map(({ vendor_plan_type_id, name, monthly_fee }) => ({
          value: String(vendor_plan_type_id),
          label: `${name}, ${money(monthly_fee)} a month`,
        }))}
        value={planId}
        onChange={setPlanId}
      />
      <Textarea
        label="Anything we should know? (optional)"
        autosize
        minRows={2}
        maxLength={2000}
        value={comment}
        onChange={(e) => setComment(e.currentTarget.value)}
      />
    </ActModal>
  )
}
