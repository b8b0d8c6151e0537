import { Box, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManagerChange } from '#contract/vendors/managers.ts'
import { api } from '../../../api.ts'
import { LoadError, Panel } from '../../../ui/page/Page.tsx'
import { Ago } from '../../../ui/values.tsx'
import { ManagerModal, type ManagerKind } from './ManagerModal.tsx'
import type { Vendor } from '../page/vendor.ts'

/** A vendor's account manager and CRM owner, the previous ones, and how to change them. */
export function Managers({ vendor }: { vendor: Vendor }) {
  const [choosing, setChoosing] = useState<ManagerKind | null>(null)
  const params = { vid: vendor.vendor_id }
  const { data, error, refetch } = useQuery(api.listManagerChanges.query({ params }))
  return (
    <Panel title="Owners">
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          <Group justify="space-between">
            <Text size="sm">
              Account manager: <b>{vendor.account_manager ?? 'None'}</b>
            </Text>
            {!vendor.deletion && (
              <Button size="xs" variant="default" onClick={() => setChoosing('account_manager')}>
                Change account manager…
              </Button>
            )}
          </Group>
          <History changes={data.account_manager} label="Account manager history" />
          <Group justify="space-between" mt="sm">
            <Text size="sm">
              CRM owner: <b>{vendor.crm_owner ?? 'None'}</b>
            </Text>
            {!vendor.deletion && (
              <Button size="xs" variant="default" onClick={() => setChoosing('crm_owner')}>
                Change CRM owner…
              </Button>
            )}
          </Group>
          <History changes={data.crm_owner} label="CRM owner history" />
        </>
      )}
      {data && choosing && (
        <ManagerModal
          kind={choosing}
          vendor={vendor}
          current={choosing === 'account_manager' ? data.account_manager_vendor_id : data.crm_owner_vendor_id}
          close={() => setChoosing(null)}
        />
      )}
    </Panel>
  )
}

function History({ changes, label }: { changes: readonly ManagerChange[]; label: string }) {
  if (changes.length === 0)
    return (
      <Text size="xs" c="dimmed">
        No changes yet.
      </Text>
    )
  return (
    <Box component="ul" className="entries" aria-label={label} mt={8}>
      {changes.map((change) => (
        <li key={change.activity_id}>
          <b>{change.to ?? 'None'}</b>{' '}
          <span className="faint">
            from {change.from ?? 'None'}, by {change.support_staff}, <Ago tm={change.tm} />
          </span>
          {change.note && <p>{change.note}</p>}
        </li>
      ))}
    </Box>
  )
}
