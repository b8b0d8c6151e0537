import {
  Button,
  CopyButton,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Check } from '#contract/stores/connection-test.ts'
import { hasSharedAddress, readStoreAddress } from '#contract/stores/address.ts'
import type { StoreForm } from '#contract/stores/settings.ts'
import { shopOf, shops, type ShopKind } from '#contract/stores/shops.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { api, HttpError } from '../../../api.ts'
import { focusFirstFault } from '../../../ui/act/focus.ts'
import { useAct } from '../../../ui/act/useAct.ts'
import { LoadError } from '../../../ui/page/Page.tsx'
import { readOnly } from '../../../viewing.ts'
import { ConnectionFields } from '../ConnectionFields.tsx'
import { Checks } from '../ConnectionTest.tsx'
import { firstAddress, unsavedStore, withAddress, type ChosenMarket } from './connect-form.ts'
import { Password } from '../Password.tsx'
import { toForm } from '../store-form.ts'

interface Props {
  vendorId: number
  /** The names of the vendor's stores. */
  names: readonly string[]
  /** Where a shop that gives out keys leads back to, with the store's id. */
  returnPath: (storeId: number) => string
  /** The store is saved, connected or not. */
  after: (storeId: number) => unknown
}

/** Connects a store in one form: market, one address and the market's own keys, tested before they are saved. */
export function ConnectStore({ storeId, ...props }: Props & { storeId: number | undefined }) {
  const params = { vid: props.vendorId }
  const markets = useQuery(api.listStoreMarkets.query({ params }))
  const savedQuery = useQuery({
    ...api.getStore.query({ params: { ...params, id: storeId ?? 0 } }),
    enabled: storeId !== undefined,
  })
  const [market, setMarket] = useState<ChosenMarket | null>(null)
  const error = markets.error ?? savedQuery.error
  if (error) return <LoadError error={error} retry={() => void markets.refetch()} />
  if (!markets.data || (storeId !== undefined && !savedQuery.data)) return <Skeleton height={170} />
  const openedStore = savedQuery.data ?? (market && unsavedStore(props.vendorId, market))
  return (
    <Stack>
      {storeId === undefined && (
        <Select
          label="Market"
          placeholder="Choose a market"
          required
          searchable
          data-first
          maw={420}
          data={groupedMarkets(markets.data)}
          nothingFoundMessage="No markets match"
          value={market ? String(market.market_id) : null}
          onChange={(value) => setMarket(markets.data.find((m) => String(m.market_id) === value) ?? null)}
        />
      )}
      {openedStore && <ConnectForm key={openedStore.store.market_id} {...props} openedStore={openedStore} />}
    </Stack>
  )
}

/** Markets that are connected by API first. */
function groupedMarkets(markets: readonly ChosenMarket[]) {
  const items = (isApi: boolean) =>
    markets
      .filter((market) => (shopOf(market) !== undefined) === isApi)
      .map((m) => ({ value: String(m.market_id), label: m.market_name }))
  return [
    { group: 'Connected by API', items: items(true) },
    { group: 'Sent files', items: items(false) },
  ]
}

type Form = UseFormReturnType<StoreForm>

function ConnectForm({
  vendorId,
  names,
  returnPath,
  after,
  openedStore,
}: Props & { openedStore: StoreView }) {
  const shop = shopOf({ market_id: openedStore.store.market_id, market_name: openedStore.market_name })
  const [address, setAddress] = useState(() => firstAddress(openedStore))
  const [addressFault, setAddressFault] = useState<string>()
  const [checks, setChecks] = useState<readonly Check[]>()
  const form: Form = useForm<StoreForm>({ initialValues: firstValues(openedStore, shop) })
  const params = { vid: vendorId }
  const isNew = openedStore.vendor_store_id === 0
  /** What is saved; undefined: the address can't be read, which is shown. */
  const typedStore = (): StoreForm['store'] | undefined => {
    const result = withAddress(form.values.store, { address, shop, names })
    setAddressFault('fault' in result ? result.fault : undefined)
    if ('store' in result) return result.store
    focusFirstFault('.connect-store')
    return undefined
  }
  const bodyOf = (store: StoreForm['store']) =>
    isNew ? { store } : { vendor_store_id: openedStore.vendor_store_id, store }
  const save = (store: StoreForm['store']) =>
    api.saveStore({ params, body: { ...bodyOf(store), ...(!isNew && { version: openedStore.version }) } })
  const handlesError = (error: Error) => {
    if (!(error instanceof HttpError) || Object.keys(error.fields).length === 0) return false
    const { 'store.store_admin_url': url, 'store.store_url': storeUrl, ...fields } = error.fields
    form.setErrors(fields)
    setAddressFault(url ?? storeUrl)
    focusFirstFault('.connect-store')
    return false
  }
  const connect = useAct({
    run: async ({ store, isTested }: { store: StoreForm['store']; isTested: boolean }) => {
      const result = isTested ? await api.testStore({ params, body: bodyOf(store) }) : undefined
      if (result?.checks.some(({ state }) => state !== 'ok')) return { failedChecks: result.checks }
      return { savedStore: await save(store) }
    },
    after: ({ failedChecks, savedStore }) => {
      setChecks(failedChecks)
      if (savedStore) return after(savedStore.vendor_store_id)
    },
    handlesError,
  })
  const begin = (isTested: boolean) => {
    const store = typedStore()
    if (store) connect.act({ store, isTested })
  }
  return (
    <form
      className="connect-store"
      noValidate
      onSubmit={(e) => {
        e.preventDefault()
        begin(true)
      }}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          <AddressField
            shop={shop}
            value={address}
            isFirst={!isNew}
            fault={addressFault}
            change={(value) => {
              setAddress(value)
              setAddressFault(undefined)
            }}
          />
          {shop && <KeyFields form={form} openedStore={openedStore} shop={shop} />}
        </SimpleGrid>
        {!shop && (
          <ConnectionFields form={form} openedStore={openedStore}>
            {null}
          </ConnectionFields>
        )}
        <Group gap="sm" mih={34}>
          <Button
            type="submit"
            loading={connect.busy}
            disabled={readOnly !== undefined}
            title={readOnly}
            data-main
          >
            Connect store
          </Button>
          {checks && (
            <Button variant="default" disabled={connect.busy} onClick={() => begin(false)}>
              Save anyway
            </Button>
          )}
          {shop === 'woocommerce' && !checks && (
            <KeysByLink
              vendorId={vendorId}
              returnPath={returnPath}
              saveAddress={async () => {
                const store = typedStore()
                if (!store) return undefined
                if (!isNew && store.store_admin_url === openedStore.store.store_admin_url)
                  return openedStore.vendor_store_id
                return (await save({ ...store, protocol: 'none' })).vendor_store_id
              }}
              after={after}
              handlesError={handlesError}
            />
          )}
          <Text size="sm" c="dimmed" role="status">
            {connect.busy ? 'Testing the connection…' : ''}
          </Text>
        </Group>
        {checks && <Checks checks={checks} />}
      </Stack>
    </form>
  )
}

const firstValues = (openedStore: StoreView, shop: ShopKind | undefined): StoreForm => {
  const form = toForm(openedStore)
  const isConnected = form.store.protocol !== 'none'
  const firstProtocol = shop ? 'api' : 'ftp'
  return {
    fields: {},
    store: { ...form.store, protocol: isConnected ? form.store.protocol : firstProtocol },
  }
}

/** One address, taken as it is copied; what is made of it is shown once the field is left. */
function AddressField({
  shop,
  value,
  isFirst,
  fault,
  change,
}: {
  shop: ShopKind | undefined
  value: string
  isFirst: boolean
  fault: string | undefined
  change: (value: string) => void
}) {
  const label = hasSharedAddress(shop) ? 'API address' : 'Store address'
  const example = shop === undefined ? 'shop.example.com' : shops[shop].address.replace('https://', '')
  return (
    <TextInput
      label={label}
      required
      inputMode="url"
      autoComplete="off"
      placeholder={example}
      error={fault}
      value={value}
      onChange={(e) => change(e.currentTarget.value)}
      onBlur={() => {
        const result = readStoreAddress(value, shop)
        if ('store_admin_url' in result) change(result.store_admin_url)
      }}
      {...(isFirst && { 'data-first': true })}
    />
  )
}

/** The keys by the market's own names for them. */
function KeyFields({ form, openedStore, shop }: { form: Form; openedStore: StoreView; shop: ShopKind }) {
  const { login, password } = shops[shop]
  const clientId = 'clientId' in shops[shop] ? shops.shopify.clientId : undefined
  return (
    <>
      {clientId && (
        <TextInput
          label={clientId}
          description="Only with a client secret (shpss_…)"
          autoComplete="off"
          {...form.getInputProps('store.store_admin_login')}
        />
      )}
      {login !== null && (
        <TextInput
          label={login}
          required
          autoComplete="off"
          {...form.getInputProps('store.store_admin_login')}
        />
      )}
      <Password
        name="store_admin_password"
        label={password}
        form={form}
        openedStore={openedStore}
        isRequired={!openedStore.set.includes('store_admin_password')}
      />
    </>
  )
}

/** The shop's owner approves access at the shop, which then sends the keys itself. */
function KeysByLink({
  vendorId,
  returnPath,
  saveAddress,
  after,
  handlesError,
}: Pick<Props, 'vendorId' | 'returnPath' | 'after'> & {
  /** Saves the address; undefined: it has an error. */
  saveAddress: () => Promise<number | undefined>
  handlesError: (error: Error) => boolean
}) {
  const [link, setLink] = useState<string>()
  const create = useAct({
    run: async (opens: boolean) => {
      const id = await saveAddress()
      if (id === undefined) return undefined
      const { url } = await api.beginStoreGrant({
        params: { vid: vendorId, id },
        body: { return_path: returnPath(id) },
      })
      return { id, url, opens }
    },
    after: async (grant) => {
      if (!grant) return
      if (grant.opens) globalThis.location.assign(grant.url)
      else {
        setLink(grant.url)
        await after(grant.id)
      }
    },
    handlesError,
  })
  return (
    <>
      <Button variant="default" loading={create.busy} onClick={() => create.act(true)}>
        Get keys from WooCommerce
      </Button>
      {link ? (
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? 'Link copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      ) : (
        <Button variant="subtle" disabled={create.busy} onClick={() => create.act(false)}>
          Link for the vendor
        </Button>
      )}
    </>
  )
}
