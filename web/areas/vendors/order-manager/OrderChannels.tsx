import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { channelDays, mostChannels, type OrderManagerView } from '#contract/vendors/order-manager.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { nextKey } from '../../../ui/form/next-key.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DeleteOrRestore } from './DeleteOrRestore.tsx'
import { channelSwitches, newChannel, type OrderManagerForm } from './order-manager-form.ts'

type Form = UseFormReturnType<OrderManagerForm>

/** Where a vendor's orders come from. */
export function OrderChannels({ form, view }: { form: Form; view: OrderManagerView }) {
  const { channels } = form.values
  const keys = Object.keys(channels)
  const [addedKey, setAddedKey] = useState<string>()
  const isFull = keys.length >= mostChannels
  const add = () => {
    const key = nextKey(channels)
    form.setFieldValue('channels', { ...channels, [key]: newChannel })
    setAddedKey(key)
  }
  return (
    <Panel
      title="Channels"
      actions={
        <Button
          size="xs"
          variant="default"
          onClick={add}
          disabled={isFull}
          title={isFull ? `A vendor can have at most ${mostChannels} channels` : undefined}
        >
          Add channel
        </Button>
      }
    >
      {keys.length === 0 ? (
        <Text size="sm">No channels yet. Add one to fetch orders from the vendor’s stores.</Text>
      ) : (
        <Stack gap={0}>
          {keys.map((key) => (
            <OneChannel key={key} channelKey={key} form={form} view={view} isNew={key === addedKey} />
          ))}
        </Stack>
      )}
      {form.errors.channels && (
        <Text size="sm" c="var(--bad)" role="alert">
          {form.errors.channels}
        </Text>
      )}
    </Panel>
  )
}

function OneChannel({
  channelKey,
  form,
  view,
  isNew,
}: {
  channelKey: string
  form: Form
  view: OrderManagerView
  /** It was just added, so it gets the focus. */
  isNew: boolean
}) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) part.current?.querySelector('input')?.focus()
  }, [isNew])
  const { [channelKey]: channel, ...others } = form.values.channels
  const { channel_name, channel_id, supported_channel_id, deleted: isDeleted } = channel!
  const name = channel_name || 'New channel'
  // an unsaved channel has nothing to restore
  const remove = () =>
    channel_id === null
      ? form.setFieldValue('channels', others)
      : form.setFieldValue(`channels.${channelKey}.deleted`, !isDeleted)
  const field = (key: string) => `channels.${channelKey}.${key}`
  return (
    <div className="order-part" role="group" aria-label={name} ref={part}>
      <Group justify="space-between" gap="xs" mb={isDeleted ? 0 : 8}>
        <Text fw={600} className={isDeleted ? 'struck' : undefined}>
          {name}
        </Text>
        <DeleteOrRestore name={name} isDeleted={isDeleted} act={remove} />
      </Group>
      {!isDeleted && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput label="Name" required {...form.getInputProps(field('channel_name'))} />
            <Select
              label="Type"
              required
              searchable
              allowDeselect={false}
              data={view.supported_channels.map((channelType) => ({
                value: String(channelType.supported_channel_id),
                label: channelType.name,
              }))}
              value={supported_channel_id === null ? null : String(supported_channel_id)}
              error={form.errors[field('supported_channel_id')]}
              onChange={(value) => form.setFieldValue(field('supported_channel_id'), Number(value))}
            />
            <NumberField
              label="Fetch orders from the last"
              unit="days"
              required
              description={`${channelDays.least} to ${channelDays.most}`}
              {...form.getInputProps(field('fetch_last_xdays_order'))}
            />
          </SimpleGrid>
          <Group gap="md" mt="sm">
            {Object.entries(channelSwitches).map(([key, label]) => (
              <Switch key={key} label={label} {...form.getInputProps(field(key), { type: 'checkbox' })} />
            ))}
          </Group>
        </>
      )}
    </div>
  )
}
