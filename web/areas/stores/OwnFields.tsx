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
  opened: StoreView
}
const columns = { base: 1, sm: 2, lg: 3 }

/** What the store is, and how one signs in there; what its platform asks isn't asked twice. */
export function OwnFields({ form, opened }: Props) {
  const asked = connectedStoreFields(opened.fields, form.values)
  const byInterface = form.values.store.protocol === 'api' && shopOfStore(opened) !== undefined
  return (
    <Panel title="Details">
      <SimpleGrid cols={columns}>
        {!asked.has('vendor_store_name') && (
          <TextInput label="Name" required {...form.getInputProps('store.vendor_store_name')} />
        )}
        {!asked.has('store_url') && (
          <TextInput
            type="url"
            placeholder="https://"
            label={storeFields.store_url}
            {...form.getInputProps('store.store_url')}
          />
        )}
        {byInterface ? (
          shopOfStore(opened)?.login === null && <AdminLogin form={form} opened={opened} />
        ) : (
          <AdminFields form={form} opened={opened} />
        )}
        {!asked.has('image_file_path') && (
          <TextInput label="Image path" {...form.getInputProps('store.image_file_path')} />
        )}
        {!asked.has('custom_image_name') && (
          <TextInput label="Image name" {...form.getInputProps('store.custom_image_name')} />
        )}
      </SimpleGrid>
      {asked.size > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {`${opened.platform_name ?? 'Its platform'} asks, below: `}
          {[...asked.values()].map((field) => field.field_name).join(', ')}.
        </Text>
      )}
    </Panel>
  )
}

/** How one signs in there; beside the connection where its market is told that way. */
export function AdminFields({ form, opened }: Props) {
  const asked = connectedStoreFields(opened.fields, form.values)
  const shop = form.values.store.protocol === 'api' ? shopOfStore(opened) : undefined
  return (
    <>
      {!asked.has('store_admin_url') && (
        <TextInput
          type="url"
          label={storeFields.store_admin_url}
          placeholder={shop?.address ?? 'https://'}
          required={shop !== undefined}
          {...form.getInputProps('store.store_admin_url')}
        />
      )}
      {shop?.login !== null && <AdminLogin form={form} opened={opened} called={shop?.login} />}
      {!asked.has('store_admin_password') && (
        <Password
          name="store_admin_password"
          form={form}
          opened={opened}
          label={shop && called('store_admin_password', shop.password)}
          required={shop !== undefined && !opened.set.includes('store_admin_password')}
        />
      )}
    </>
  )
}

/** @param called what its market calls it, which then needs it */
function AdminLogin({ form, opened, called: own }: Props & { called?: string | undefined }) {
  if (connectedStoreFields(opened.fields, form.values).has('store_admin_login')) return null
  return (
    <TextInput
      autoComplete="off"
      label={own ? called('store_admin_login', own) : storeFields.store_admin_login}
      required={own !== undefined}
      {...form.getInputProps('store.store_admin_login')}
    />
  )
}

/** As its market calls it. */
const called = (name: 'store_admin_login' | 'store_admin_password', own: string) =>
  `${storeFields[name]} (${own})`

/** What a store's database is called, where staff look into it. */
export function DatabaseFields({ form, opened }: Props) {
  const asked = connectedStoreFields(opened.fields, form.values)
  return (
    <Panel title="Database">
      <SimpleGrid cols={columns}>
        {!asked.has('database_name') && (
          <TextInput label="Database name" {...form.getInputProps('store.database_name')} />
        )}
        {!asked.has('database_username') && (
          <TextInput
            label="Database user"
            autoComplete="off"
            {...form.getInputProps('store.database_username')}
          />
        )}
        {!asked.has('database_password') && <Password name="database_password" form={form} opened={opened} />}
      </SimpleGrid>
    </Panel>
  )
}
