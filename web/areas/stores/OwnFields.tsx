import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { storeFields } from '#contract/platforms/connections.ts'
import { connectedNow, type StoreForm } from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { Panel } from '../../ui/Page.tsx'
import { Password } from './Password.tsx'
import { shopOfStore } from './store-form.ts'

interface Props {
  form: UseFormReturnType<StoreForm>
  opened: StoreView
}
type Own = 'store_admin_url' | 'store_admin_login' | 'store_url'
const columns = { base: 1, sm: 2, lg: 3 }

/** What the store is, and how one signs in there; what its platform asks isn't asked twice. */
export function OwnFields({ form, opened }: Props) {
  const asked = connectedNow(opened.fields, form.values)
  const shop = form.values.store.protocol === 'api' ? shopOfStore(opened) : undefined
  const input = (name: Own) => ({ label: storeFields[name], ...form.getInputProps(`store.${name}`) })
  return (
    <Panel title="Details">
      <SimpleGrid cols={columns}>
        {!asked.has('vendor_store_name') && (
          <TextInput label="Name" required {...form.getInputProps('store.vendor_store_name')} />
        )}
        {!asked.has('store_url') && <TextInput type="url" placeholder="https://" {...input('store_url')} />}
        {!asked.has('store_admin_url') && (
          <TextInput
            type="url"
            placeholder={shop?.address ?? 'https://'}
            required={shop !== undefined}
            {...input('store_admin_url')}
          />
        )}
        {!asked.has('store_admin_login') && (
          <TextInput
            autoComplete="off"
            {...input('store_admin_login')}
            {...(shop?.login && { label: called('store_admin_login', shop.login), required: true })}
          />
        )}
        {!asked.has('store_admin_password') && (
          <Password
            name="store_admin_password"
            form={form}
            opened={opened}
            label={shop && called('store_admin_password', shop.password)}
          />
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
          {[...asked.keys()].map((name) => labelOf(name)).join(', ')}.
        </Text>
      )}
    </Panel>
  )
}

/** As its market calls it. */
const called = (name: 'store_admin_login' | 'store_admin_password', own: string) =>
  `${storeFields[name]} (${own})`

/** What a store's database is called, where staff look into it. */
export function DatabaseFields({ form, opened }: Props) {
  const asked = connectedNow(opened.fields, form.values)
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

const labelOf = (name: string) => storeFields[name as keyof typeof storeFields]
