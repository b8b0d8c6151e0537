import { Checkbox, Divider, Radio, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { DynamicOptions } from '#contract/custom-feeds/custom-feeds.ts'
import type { Feed } from '#contract/feeds/feeds.ts'
import { FeedBasics } from '../feeds/public.tsx'
import type { Values } from './custom-feed-form.ts'

/** What a custom feed means for its vendor, and its source and threshold. */
export function CustomFeedFields({
  form,
  options,
  feed,
}: {
  form: UseFormReturnType<Values>
  /** The supplier's options; undefined until one is chosen. */
  options: DynamicOptions | undefined
  feed: Pick<Feed, 'dropshipper_id' | 'source' | 'source_secret_set' | 'upload'> & { feed_id: number | null }
}) {
  const { tier, access } = form.values
  const tiers = options?.tiers ?? []
  const isTierGone = tier !== null && !tiers.some(({ name }) => name === tier)
  return (
    <>
      <Switch
        label="On"
        description="When off, the feed has no effect and doesn’t run on schedule"
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
      <Radio.Group
        label="Products the vendor can sell"
        value={form.values.is_restricted ? 'named' : 'all'}
        onChange={(value) => form.setFieldValue('is_restricted', value === 'named')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="all" label="All products from the supplier and from this feed" />
          <Radio value="named" label="Restricted: only products in this feed" />
        </Stack>
      </Radio.Group>
      <Checkbox
        label="Custom prices"
        description="Use this feed’s costs and list prices. Its stock always applies."
        {...form.getInputProps('custom_price', { type: 'checkbox' })}
      />
      <Checkbox
        label="Add out-of-stock products"
        description="Adds this feed’s products to stores even without stock"
        {...form.getInputProps('add_out_of_stock_product', { type: 'checkbox' })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Dynamic pricing tier"
          description={
            isTierGone ? 'No longer offered by the supplier, so no discount applies' : tierHelp(options)
          }
          placeholder="No tier"
          clearable
          disabled={tiers.length === 0 && !isTierGone}
          data={[
            ...tiers.map(({ name, percent }) => ({ value: name, label: `${name}, ${percent}% off` })),
            ...(isTierGone ? [{ value: tier, label: tier }] : []),
          ]}
          {...form.getInputProps('tier')}
        />
        <div>
          <Checkbox
            mt="lg"
            label="Dynamic restricted access"
            description={
              options && !options.restricted_access
                ? 'This supplier doesn’t allow custom feeds to grant access'
                : 'Gives the vendor access if the supplier is restricted'
            }
            disabled={!options?.restricted_access && !access}
            {...form.getInputProps('access', { type: 'checkbox' })}
          />
        </div>
      </SimpleGrid>
      <Divider
        label={
          <Text size="sm" fw={600}>
            File
          </Text>
        }
        labelPosition="left"
      />
      <FeedBasics feed={feed} form={form} />
    </>
  )
}

function tierHelp(options: DynamicOptions | undefined): string {
  if (!options) return 'Choose a supplier first'
  return options.tiers.length > 0
    ? 'Discounts the supplier’s wholesale price if this feed has none'
    : 'This supplier offers no tiers'
}
