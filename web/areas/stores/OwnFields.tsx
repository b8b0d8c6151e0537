import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { storeFields } from '#contract/platforms/connections.ts'
import { connectedStoreFields, type StoreForm } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { Panel } from '../../ui/page/Page.tsx'
import { Password } from './Password.tsx'
import { shopOfStore } from './store-form.ts'

interface Props {
  form: UseFormReturnType<StoreForm>
  openedStore: StoreView
}
const columns = { base: 1, sm: 2, lg: 3 }

/** The store's details and login, without the fields that its platform already has. */
export function OwnFields({ form, openedStore }: Props) {
  const platformFields = connectedStoreFields(openedStore.fields, form.values)
  const byInterface = form.values.store.protocol === 'api' && shopOfStore(openedStore) !== undefined
  return (
    <Panel title="Details">
      <SimpleGrid cols={columns}>
        {!platformFields.has('vendor_store_name') && (
          <TextInput label="Name" required {...form.getInputProps('store.vendor_store_name')} />
        )}
        {!platformFields.has('store_url') && (
          <TextInput
            type="url"
            placeholder="https://"
            label={storeFields.store_url}
            {...form.getInputProps('store.store_url')}
          />
        )}
        {byInterface ? (
          loginLabelOf(shopOfStore(openedStore)) === null && (
            <AdminLogin form={form} openedStore={openedStore} isRequired={false} />
          )
        ) : (
          <AdminFields form={form} openedStore={openedStore} />
        )}
        {!platformFields.has('image_file_path') && (
          <TextInput label="Image path" {...form.getInputProps('store.image_file_path')} />
        )}
        {!platformFields.has('custom_image_name') && (
          <TextInput label="Image name" {...form.getInputProps('store.custom_image_name')} />
        )}
      </SimpleGrid>
      {platformFields.size > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {`Set under ${openedStore.platform_name ?? 'Platform'} settings: `}
          {[...platformFields.values()].map((field) => field.field_name).join(', ')}.
        </Text>
      )}
    </Panel>
  )
}

/** What the market of a store calls its admin login; null: it has none; undefined: no market is asked. */
function loginLabelOf(shop: ReturnType<typeof shopOfStore>): string | null | undefined {
  if (!shop) return undefined
  return 'clientId' in shop ? shop.clientId : shop.login
}

/** The login; shown in the connection panel if the market is reached by API. */
export function AdminFields({ form, openedStore }: Props) {
  const platformFields = connectedStoreFields(openedStore.fields, form.values)
  const shop = form.values.store.protocol === 'api' ? shopOfStore(openedStore) : undefined
  const loginLabel = loginLabelOf(shop)
  return (
    <>
      {!platformFields.has('store_admin_url') && (
        <TextInput
          type="url"
          label={storeFields.store_admin_url}
          placeholder={shop?.address ?? 'https://'}
          required={shop !== undefined}
          {...form.getInputProps('store.store_admin_url')}
        />
      )}
      {loginLabel !== null && (
        <AdminLogin
          form={form}
          openedStore={openedStore}
          marketLabel={loginLabel}
          isRequired={shop !== undefined && shop.login !== null}
        />
      )}
      {!platformFields.has('store_admin_password') && (
        <Password
          name="store_admin_password"
          form={form}
          openedStore={openedStore}
          label={shop && labelWith('store_admin_password', shop.password)}
          isRequired={shop !== undefined && !openedStore.set.includes('store_admin_password')}
        />
      )}
    </>
  )
}

/** @param marketLabel what its market calls the login */
function AdminLogin({
  form,
  openedStore,
  marketLabel,
  isRequired,
}: Props & { marketLabel?: string | undefined; isRequired: boolean }) {
  if (connectedStoreFields(openedStore.fields, form.values).has('store_admin_login')) return null
  return (
    <TextInput
      autoComplete="off"
      label={marketLabel ? labelWith('store_admin_login', marketLabel) : storeFields.store_admin_login}
      required={isRequired}
      {...form.getInputProps('store.store_admin_login')}
    />
  )
}

/** The label with the market's own name for it. */
const labelWith = (name: 'store_admin_login' | 'store_admin_password', marketLabel: string) =>
  `${storeFields[name]} (${marketLabel})`

/** The store's database, for staff who look into it. */
export function DatabaseFields({ form, openedStore }: Props) {
  const platformFields = connectedStoreFields(openedStore.fields, form.values)
  return (
    <Panel title="Database">
      <SimpleGrid cols={columns}>
        {!platformFields.has('database_name') && (
          <TextInput label="Database name" {...form.getInputProps('store.database_name')} />
        )}
        {!platformFields.has('database_username') && (
          <TextInput
            label="Database user"
            autoComplete="off"
            {...form.getInputProps('store.database_username')}
          />
        )}
        {!platformFields.has('database_password') && (
          <Password name="database_password" form={form} openedStore={openedStore} />
        )}
      </SimpleGrid>
    </Panel>
  )
}
