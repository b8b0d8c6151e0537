import { Alert, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { checkForm, type FieldValues } from '#contract/platforms/form.ts'
import type { VendorSubscription } from '#contract/subscriptions/subscriptions.ts'
import { asForm, type VendorSupplierConfig } from '#contract/subscriptions/vendor-supplier-config.ts'
import { api } from '../../api.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { same } from '../../ui/form/rebased.ts'
import { useMerged } from './merged.ts'

interface Props {
  of: VendorSubscription
  close: () => void
}

/** What a vendor's custom feed of a supplier needs, by the fields that the supplier names. */
export function ConfigurationModal(props: Props) {
  const params = { vendor_supplier_id: props.of.vendor_supplier_id }
  const { data } = useQuery({ ...api.getVendorSupplierConfig.query({ params }), staleTime: 0, gcTime: 0 })
  if (data) return <Loaded key="loaded" latest={data} {...props} />
  return (
    <ActModal
      title={title(props)}
      act="Save"
      missing="Being read"
      run={() => Promise.resolve()}
      close={props.close}
    >
      <Skeleton height={120} />
    </ActModal>
  )
}

const title = ({ of }: Props) => `Configuration of ${of.dropshipper_name}`
const toValues = ({ values }: VendorSupplierConfig): FieldValues => values

function Loaded({ latest, ...props }: Props & { latest: VendorSupplierConfig }) {
  const params = { vendor_supplier_id: latest.vendor_supplier_id }
  const { opened, values, setValues, merging, meanwhile } = useMerged(latest, toValues, () =>
    api.getVendorSupplierConfig({ params }),
  )
  const [faults, setFaults] = useState<Record<string, string>>({})
  const fields = asForm(opened.fields)
  const filled = { values, set: opened.set, market_id: null }
  const changed = !same(values, toValues(opened))
  const save = (version: number) => {
    const found = checkForm(fields, filled).faults
    setFaults(found)
    const first = fields.find((field) => found[field.field_handle])
    if (first) throw new Error(`${first.field_name}: ${found[first.field_handle]}`)
    return api.saveVendorSupplierConfig({ params, body: { version, values: given(values) } })
  }
  return (
    <ActModal
      title={title(props)}
      act="Save"
      missing={
        fields.length === 0 ? 'There is nothing to fill in' : changed ? undefined : 'Nothing is changed'
      }
      changed={changed}
      run={() => merging(async (version) => save(version))}
      fields={(errors) =>
        setFaults(
          Object.fromEntries(
            Object.entries(errors).map(([key, text]) => [key.replace(/^values\./, ''), text]),
          ),
        )
      }
      done={`The configuration of ${props.of.dropshipper_name} is saved`}
      close={props.close}
    >
      {meanwhile && <Alert color="yellow">{meanwhile}</Alert>}
      {fields.length === 0 && (
        <Text size="sm">The supplier names no custom feed fields; they are given on its Basic Info.</Text>
      )}
      <FieldsForm fields={fields} filled={filled} faults={faults} change={setValues} />
    </ActModal>
  )
}

const given = (values: FieldValues) =>
  Object.fromEntries(Object.entries(values).flatMap(([key, v]) => (v === undefined ? [] : [[key, v]])))
