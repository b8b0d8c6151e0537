import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import {
  connectedStoreFields,
  isRemote,
  portOf,
  protocolNames,
  protocols,
  type Protocol,
  type StoreForm,
} from '#contract/stores/settings.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { KeyOrPassword } from '../../ui/form/KeyOrPassword.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Panel } from '../../ui/page/Page.tsx'
import { AdminFields } from './OwnFields.tsx'
import { Password } from './Password.tsx'
import { howItIsReached } from './store-answer.ts'
import { shopOfStore } from './store-form.ts'

/** How and where the store's file is sent. */
export function ConnectionFields({
  form,
  openedStore,
  children,
}: {
  form: UseFormReturnType<StoreForm>
  openedStore: StoreView
  children: ReactNode
}) {
  const { store } = form.values
  const platformFields = connectedStoreFields(openedStore.fields, form.values)
  const remote = isRemote(store.protocol)
  const shop = shopOfStore(openedStore)
  const { vendor_id, vendor_store_id } = openedStore
  const choose = (protocol: Protocol) => {
    form.setFieldValue('store.protocol', protocol)
    if (protocol === 'storage' && store.storage_folder === '')
      form.setFieldValue('store.storage_folder', `vendor-${vendor_id}-store-${vendor_store_id}`)
  }
  return (
    <Panel title="Connection">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} mb="md">
        <Select
          id={howItIsReached}
          label="Connection type"
          description={store.protocol === 'none' && shop && `${shop.name} also supports an API connection`}
          data={protocolNames
            .filter((value) => value !== 'api' || shop)
            .map((value) => ({ value, label: protocols[value] }))}
          allowDeselect={false}
          value={store.protocol}
          error={form.errors['store.protocol']}
          onChange={(v) => v && choose(v)}
        />
        {store.protocol === 'api' && shop && <AdminFields form={form} openedStore={openedStore} />}
        {store.protocol === 'storage' && (
          <TextInput
            label="Folder"
            description="Each store needs its own folder"
            required
            {...form.getInputProps('store.storage_folder')}
          />
        )}
        {remote && !platformFields.has('store_ftp_server') && (
          <TextInput
            label="Host"
            placeholder="ftp.example.com"
            required
            {...form.getInputProps('store.store_ftp_server')}
          />
        )}
        {remote && (
          <NumberField
            label="Port"
            placeholder={String(portOf({ ...store, store_ftp_port: null }))}
            value={store.store_ftp_port}
            error={form.errors['store.store_ftp_port']}
            // the check refuses what is not a number
            onChange={(v) => form.setFieldValue('store.store_ftp_port', v === '' ? null : (v as number))}
          />
        )}
        {remote && (
          <TextInput
            label="Path"
            placeholder="/incoming"
            required
            {...form.getInputProps('store.store_ftp_path')}
          />
        )}
        {remote && !platformFields.has('store_ftp_login') && (
          <TextInput
            label="Login"
            autoComplete="off"
            required
            {...form.getInputProps('store.store_ftp_login')}
          />
        )}
        {remote && !platformFields.has('store_ftp_password') && (
          <KeyOrPassword
            takesKeys={store.protocol === 'sftp'}
            value={store.store_ftp_password ?? ''}
            onChange={(value) => form.setFieldValue('store.store_ftp_password', value)}
            error={form.errors['store.store_ftp_password']}
            placeholder={openedStore.set.includes('store_ftp_password') ? 'Saved. Type to replace it' : ''}
            password={<Password name="store_ftp_password" form={form} openedStore={openedStore} />}
          />
        )}
      </SimpleGrid>
      {store.protocol === 'api' && shop && (
        <Text size="sm" c="dimmed" mb="md">
          {platformFields.has('store_admin_password') &&
            `The ${shop.password} is set under ${openedStore.platform_name ?? shop.name} settings. `}
          {shop.limits}
        </Text>
      )}
      {children}
    </Panel>
  )
}
