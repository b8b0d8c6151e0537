import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { channelDays, mostChannels, type OrderManagerView } from '#contract/vendors/order-manager.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { nextKey } from '../../../ui/form/next-key.ts'
import { Panel } from '../../../ui/page/Page.tsx'
import { DeleteOrBack } from './DeleteOrBack.tsx'
import { channelSwitches, newChannel, type OrderManagerForm } from './order-manager-form.ts'

type Form = UseFormReturnType<OrderManagerForm>

/** Where a vendor's orders come from. */
export function OrderChannels({ form, view }: { form: Form; view: OrderManagerView }) {
  const { channels } = form.values
  const keys = Object.keys(channels)
  const [added, setAdded] = useState<string>()
  const isFull = keys.length >= mostChannels
  const add = () => {
    const key = nextKey(channels)
    form.setFieldValue('channels', { ...channels, [key]: newChannel })
    setAdded(key)
  }
  return (
    <Panel
      title="Channels"
      acts={
        <Button
          size="xs"
          variant="default"
          onClick={add}
          disabled={isFull}
          title={isFull ? `A user has at most ${mostChannels} channels` : undefined}
        >
          Add a channel
        </Button>
      }
    >
      {keys.length === 0 ? (
        <Text size="sm">No channel yet: orders come from the user’s stores once one is added.</Text>
      ) : (
        <Stack gap={0}>
          {keys.map((key) => (
            <OneChannel key={key} at={key} form={form} view={view} isNew={key === added} />
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
  at,
  form,
  view,
  isNew,
}: {
  at: string
  form: Form
  view: OrderManagerView
  /** It was just added: the keyboard goes on in it. */
  isNew: boolean
}) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) part.current?.querySelector('input')?.focus()
  }, [isNew])
  const { [at]: channel, ...others } = form.values.channels
  const { channel_name, channel_id, supported_channel_id, deleted } = channel!
  const name = channel_name || 'New channel'
  // one that was never saved has nothing to be brought back
  const remove = () =>
    channel_id === null
      ? form.setFieldValue('channels', others)
      : form.setFieldValue(`channels.${at}.deleted`, !deleted)
  const field = (key: string) => `channels.${at}.${key}`
  return (
    <div className="order-part" role="group" aria-label={name} ref={part}>
      <Group justify="space-between" gap="xs" mb={deleted ? 0 : 8}>
        <Text fw={600} className={deleted ? 'struck' : undefined}>
          {name}
        </Text>
        <DeleteOrBack name={name} deleted={deleted} act={remove} />
      </Group>
      {!deleted && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput label="Name" required {...form.getInputProps(field('channel_name'))} />
            <Select
              label="Type"
              required
              searchable
              allowDeselect={false}
              data={view.supported_channels.map((one) => ({
                value: String(one.supported_channel_id),
                label: one.name,
              }))}
              value={supported_channel_id === null ? null : String(supported_channel_id)}
              error={form.errors[field('supported_channel_id')]}
              onChange={(value) => form.setFieldValue(field('supported_channel_id'), Number(value))}
            />
            <NumberField
              label="Orders of the last"
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
