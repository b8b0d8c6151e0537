import { Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { emptyStore, storeDetails } from '#contract/stores/settings.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActModal } from '../../ui/act/ActModal.tsx'
import { splitSecret } from './store-form.ts'
import type { Vendor } from './VendorStores.tsx'

/** Name, market and address. The connection is filled in on the store's page, which opens next. */
export function AddStore({ vendor, close }: { vendor: Vendor; close: () => void }) {
  const params = { vid: vendor.vendor_id }
  const navigate = useNavigate()
  const { data: markets } = useQuery(api.listStoreMarkets.query({ params }))
  const form = useForm({
    initialValues: {
      vendor_store_name: '',
      market_id: null as string | null,
      store_url: '',
      store_admin_login: '',
      store_admin_password: '',
    },
    validate: (values) => {
      const { error } = storeDetails.safeParse(storeOf(values))
      return Object.fromEntries((error?.issues ?? []).map((i) => [i.path.join('.'), i.message]))
    },
  })
  const market = markets?.find((m) => String(m.market_id) === form.values.market_id)
  return (
    <ActModal
      title={`Add store for ${vendor.company}`}
      act="Add store"
      isChanged={form.isDirty()}
      close={close}
      form={form}
      run={async () => {
        const store = { ...storeOf(form.values), market_id: Number(form.values.market_id) }
        return api.saveStore({ params, body: { store } })
      }}
      doneText="Store added. Set up its connection next"
      after={(savedStore) =>
        navigate({ href: links.vendorStore(vendor.vendor_id, savedStore.vendor_store_id) })
      }
      fields={(errors) =>
        form.setErrors(
          Object.fromEntries(
            Object.entries(errors).map(([key, text]) => [key.replace(/^store\./, ''), text]),
          ),
        )
      }
    >
      <TextInput label="Name" required data-autofocus {...form.getInputProps('vendor_store_name')} />
      <Select
        label="Market"
        description={`${market?.platform_name ? `Platform: ${market.platform_name}. ` : ''}Can’t be changed later.`}
        required
        searchable
        data={markets?.map((m) => ({ value: String(m.market_id), label: m.market_name })) ?? []}
        nothingFoundMessage="No markets match"
        {...form.getInputProps('market_id')}
      />
      <TextInput
        label="Store address"
        type="url"
        placeholder="https://"
        description={
          form.values.store_admin_password && 'The login in the address is saved as the admin login.'
        }
        {...form.getInputProps('store_url')}
        onBlur={() => {
          const split = splitSecret(form.values.store_url)
          if (!split) return
          const { address, login, password } = split
          form.setValues({ store_url: address, store_admin_login: login, store_admin_password: password })
        }}
      />
    </ActModal>
  )
}

interface FirstValues {
  vendor_store_name: string
  market_id: string | null
  store_url: string
  store_admin_login: string
  store_admin_password: string
}

const storeOf = (values: FirstValues) => ({
  ...emptyStore,
  ...values,
  market_id: values.market_id === null ? undefined : Number(values.market_id),
})
