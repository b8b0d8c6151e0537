import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import {
  mostOrderConfigs,
  orderConfigTypes,
  type OrderConfig,
  type OrderConfigType,
  type OrderManagerSupplier,
} from '#contract/suppliers/shipping.ts'
import { many } from '#contract/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api, HttpError, refresh } from '../../../api.ts'
import { ActModal } from '../../../ui/act/ActModal.tsx'
import { Panel } from '../../../ui/page/Page.tsx'

/**
 * The fields that a supplier requires of users who order through it; they fill them in on their Order
 * Manager tab.
 */
export function OrderConfigs({ supplier }: { supplier: OrderManagerSupplier }) {
  const [changing, setChanging] = useState(false)
  const { configs, supplier_name } = supplier
  return (
    <Panel
      title={`Order settings for ${supplier_name}`}
      actions={
        <Button size="xs" variant="default" onClick={() => setChanging(true)}>
          Edit…
        </Button>
      }
    >
      {configs.length === 0 ? (
        <Text size="sm">No settings required. Vendors can order right away.</Text>
      ) : (
        <ul className="plain-list">
          {configs.map((config) => (
            <li key={config.field_handle}>
              {config.field_name}
              <span className="faint">
                {' '}
                {[orderConfigTypes[config.field_data_type], config.required && 'required', config.hint]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {changing && <ConfigsModal supplier={supplier} close={() => setChanging(false)} />}
    </Panel>
  )
}

const blank: OrderConfig = { field_name: '', field_data_type: 'text', required: true, hint: '' }
const types = Object.entries(orderConfigTypes).map(([value, label]) => ({ value, label }))

function ConfigsModal({ supplier, close }: { supplier: OrderManagerSupplier; close: () => void }) {
  const { supplier_id, supplier_name, version } = supplier
  const client = useQueryClient()
  const form = useForm<{ configs: OrderConfig[] }>({ initialValues: { configs: supplier.configs } })
  const { configs } = form.values
  const isFull = configs.length >= mostOrderConfigs
  const removesField = supplier.configs.some(
    (config) => !configs.some((draftConfig) => draftConfig.field_handle === config.field_handle),
  )
  const missingName = configs.some((config) => config.field_name.trim() === '')
    ? 'Enter a name for each field'
    : undefined
  return (
    <ActModal
      title={`Edit order settings for ${supplier_name}`}
      act="Save settings"
      size="xl"
      danger={removesField}
      isChanged={form.isDirty()}
      missing={form.isDirty() ? missingName : 'No changes'}
      run={() =>
        api
          .saveOrderConfigs({ params: { supplier_id }, body: { version, configs } })
          .catch((error: unknown) => {
            // a conflicting save is reported, and the next click overwrites it on purpose
            if (error instanceof HttpError && error.status === 409) void refresh(client)
            throw error
          })
      }
      fields={form.setErrors}
      doneText={({ forgotten: forgottenUsers }) =>
        forgottenUsers > 0
          ? `Settings saved. Values deleted for ${many(forgottenUsers, 'vendor')}`
          : 'Settings saved'
      }
      close={close}
    >
      <Stack gap="xs">
        {configs.map((config, i) => (
          // a new field has no handle, so its position identifies it
          <Group key={config.field_handle ?? `new ${i}`} gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              flex={2}
              aria-label={`Field ${i + 1} name`}
              placeholder="Name"
              data-autofocus={i === configs.length - 1 || undefined}
              {...form.getInputProps(`configs.${i}.field_name`)}
            />
            <Select
              w={150}
              aria-label={`Field ${i + 1} type`}
              allowDeselect={false}
              data={types}
              value={config.field_data_type}
              onChange={(value) =>
                form.setFieldValue(`configs.${i}.field_data_type`, value as OrderConfigType)
              }
            />
            <TextInput
              flex={3}
              aria-label={`Field ${i + 1} hint`}
              placeholder="Hint"
              {...form.getInputProps(`configs.${i}.hint`)}
            />
            <Checkbox
              mt={8}
              label="Required"
              aria-label={`Field ${i + 1} is required`}
              {...form.getInputProps(`configs.${i}.required`, { type: 'checkbox' })}
            />
            <ActionIcon
              mt={4}
              variant="subtle"
              color="gray"
              aria-label={`Remove field ${i + 1}`}
              onClick={() => form.removeListItem('configs', i)}
            >
              <IconX size={15} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          w="max-content"
          disabled={isFull}
          title={isFull ? `At most ${mostOrderConfigs} fields` : undefined}
          onClick={() => form.insertListItem('configs', blank)}
        >
          Add field
        </Button>
        {removesField && (
          <Text size="sm" fw={600}>
            Removing a field deletes what vendors entered for it.
          </Text>
        )}
      </Stack>
    </ActModal>
  )
}
