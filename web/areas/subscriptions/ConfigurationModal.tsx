import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkForm, type FieldValues } from '#contract/platforms/form.ts'
import type { VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { asForm, type VendorSupplierConfig } from '#contract/subscriptions/vendor-supplier-config.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { WaitingModal } from '../../ui/act/WaitingModal.tsx'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { same } from '../../ui/form/rebase.ts'
import { useMergedValues } from './useMergedValues.ts'

interface Props {
  subscription: VendorSubscription
  close: () => void
}

/** What a vendor's custom feed of a supplier requires, in the fields that the supplier defines. */
export function ConfigurationModal(props: Props) {
  const params = { vendor_supplier_id: props.subscription.vendor_supplier_id }
  const { data } = useQuery({ ...api.getVendorSupplierConfig.query({ params }), staleTime: 0, gcTime: 0 })
  if (data) return <ConfigurationForm key="loaded" latest={data} {...props} />
  return <WaitingModal title={title(props)} act="Save" close={props.close} />
}

const title = ({ subscription }: Props) => `Configuration for ${subscription.dropshipper_name}`
const toValues = ({ values }: VendorSupplierConfig): FieldValues => values

function ConfigurationForm({ latest, ...props }: Props & { latest: VendorSupplierConfig }) {
  const params = { vendor_supplier_id: latest.vendor_supplier_id }
  const {
    opened: original,
    values,
    setValues,
    merging,
    meanwhile,
  } = useMergedValues(latest, toValues, () => api.getVendorSupplierConfig({ params }))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const fields = asForm(original.fields)
  const formState = { values, set: original.set, market_id: null }
  const isChanged = !same(values, toValues(original))
  const unchanged = isChanged ? undefined : 'No changes'
  const save = (version: number) => {
    const newFaults = checkForm(fields, formState).faults
    setFaults(newFaults)
    const first = fields.find((field) => newFaults[field.field_handle])
    if (first) throw new Error(`${first.field_name}: ${newFaults[first.field_handle]}`)
    return api.saveVendorSupplierConfig({ params, body: { version, values: filledValues(values) } })
  }
  return (
    <ActModal
      title={title(props)}
      act="Save"
      missing={fields.length === 0 ? 'No fields' : unchanged}
      isChanged={isChanged}
      run={() => merging(async (version) => save(version))}
      fields={(errors) =>
        setFaults(
          Object.fromEntries(
            Object.entries(errors).map(([key, text]) => [key.replace(/^values\./, ''), text]),
          ),
        )
      }
      doneText={'Configuration saved'}
      close={props.close}
    >
      {meanwhile && <Alert color="yellow">{meanwhile}</Alert>}
      {fields.length === 0 && (
        <Text size="sm">No custom feed fields. Add them on the supplier’s Basic Info tab.</Text>
      )}
      <FieldsForm fields={fields} formState={formState} faults={faults} change={setValues} />
    </ActModal>
  )
}

const filledValues = (values: FieldValues) =>
  Object.fromEntries(Object.entries(values).flatMap(([key, v]) => (v === undefined ? [] : [[key, v]])))
