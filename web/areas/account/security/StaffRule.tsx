import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'

/** For admins: who of staff must prove more than a password. */
export function StaffRule() {
  const { data, error, refetch } = useQuery(api.getSignInRule.query())
  const save = useAct({
    run: (two_step_required: boolean) => api.saveSignInRule({ body: { two_step_required } }),
    doneText: ({ two_step_required: isRequired }) =>
      isRequired ? 'Two-step sign-in is now required' : 'Two-step sign-in is now optional',
  })
  return (
    <Panel title="Staff sign-in">
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={40} />}
      {data && (
        <Switch
          label="Two-step sign-in is required for admin and finance"
          description="Anyone without it has to set it up before they can continue."
          checked={data.two_step_required}
          disabled={save.busy}
          onChange={(e) => save.act(e.currentTarget.checked)}
        />
      )}
    </Panel>
  )
}
