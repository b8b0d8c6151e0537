import { Alert, Anchor, Box, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { StoreForm } from '#contract/stores/settings.ts'
import { sentence } from '#contract/sentence.ts'
import type { StoreView } from '#contract/stores/stores.ts'
import { shopOf, shops, type ComparedValue } from '#contract/stores/shops.ts'
import { api, HttpError } from '../../api.ts'
import { links } from '../../links.ts'
import { Empty, Facts, LoadError, Panel } from '../../ui/page/Page.tsx'
import { notify } from '../../ui/act/notify.tsx'
import { FieldsForm } from '../../ui/form/FieldsForm.tsx'
import { RecordForm, useRecordForm } from '../../ui/form/RecordForm.tsx'
import { count, many, momentFact } from '../../ui/values.tsx'
import { ConnectionFields } from './ConnectionFields.tsx'
import { ConnectionTest, StoreHostKeys } from './ConnectionTest.tsx'
import { DatabaseFields, OwnFields } from './OwnFields.tsx'
import type { StoreToRemove } from './RemoveStore.tsx'
import { checkStoreForm, labelsOf, losses, moveSecrets, toBody, toForm, withReason } from './store-form.ts'
import { ShopFacts } from './ShopFacts.tsx'
import { reasonOf, storeAnswer, wantsUpdate, withFeeds, type StoreWithFeeds } from './store-answer.ts'
import { StoreSign } from './store-columns.tsx'
import { StoreCalls } from './StoreCalls.tsx'
import { StoreOrders } from './StoreOrders.tsx'
import { SentUpdates, UpdateNow } from './SentUpdates.tsx'
import { CurrentUpdates } from './CurrentUpdates.tsx'
import { readOnly } from '../../viewing.ts'
import type { Vendor } from './VendorStores.tsx'

interface Props {
  vendor: Vendor
  remove: (store: StoreToRemove) => void
}

/** One store: its details, connection, status and updates. */
export function StoreRecord({ id, ...props }: Props & { id: number }) {
  const params = { vid: props.vendor.vendor_id, id }
  const { data, error, refetch } = useQuery({ ...api.getStore.query({ params }), enabled: id > 0 })
  const backLink = (
    <Anchor component={Link} to={links.vendor(props.vendor.vendor_id, 'stores')} size="sm" className="link">
      <Group gap={4} component="span">
        <IconArrowLeft size={14} aria-hidden /> All stores
      </Group>
    </Anchor>
  )
  if (id === 0 || (error instanceof HttpError && error.status === 404))
    return <Empty act={backLink}>Store not found. It may have been deleted.</Empty>
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  return (
    <Stack>
      <div>{backLink}</div>
      {data ? <StoreDetails latest={data} {...props} /> : <Skeleton height={420} />}
    </Stack>
  )
}

function StoreDetails({ vendor, latest, remove }: Props & { latest: StoreView }) {
  const params = { vid: vendor.vendor_id, id: latest.vendor_store_id }
  const {
    form,
    parts,
    original: openedStore,
  } = useRecordForm<StoreView, StoreForm>({
    latest,
    toValues: toForm,
    validate: (values, from) => checkStoreForm(values, from).faults,
    save: (values, from) =>
      api.saveStore({
        params: { vid: vendor.vendor_id },
        body: { version: from.version, ...toBody(values, from) },
      }),
    reload: () => api.getStore({ params }),
    doneText: (savedStore) => ['Store saved', ...savedStore.forgotten].join('. '),
    labels: labelsOf(latest),
  })
  const { values, errors } = form
  const lossTexts = losses(values, openedStore)
  const faults = Object.fromEntries(
    Object.entries(errors).flatMap(([key, text]) =>
      key.startsWith('fields.') && typeof text === 'string' ? [[key.slice('fields.'.length), text]] : [],
    ),
  )
  const { forgotten: forgottenReasons } = checkStoreForm(values, openedStore)
  const set = openedStore.set.filter((name) => !forgottenReasons[name])
  const ofPlatform = openedStore.fields.flatMap(({ field_handle, field_data_type, connects_with }) =>
    field_data_type === 'password' && set.some((name) => name === connects_with) ? [field_handle] : [],
  )
  const hasChanges = parts.changes > 0
  const tidyAddress = () => {
    const moved = moveSecrets(values, openedStore)
    if (!moved) return
    form.setValues(moved.form)
    notify('info', moved.text)
  }
  const shop = shopOf({ market_id: latest.store.market_id, market_name: latest.market_name })
  // decided when opened, so that nothing moves while it is used
  const [setsUp] = useState(latest.store.protocol === 'none' && latest.sent === 0)
  const updates = (
    <Fragment key="told">
      <CurrentUpdates vendor={vendor} id={latest.vendor_store_id} />
      <SentUpdates vendorId={vendor.vendor_id} storeId={latest.vendor_store_id} />
      {latest.store.protocol === 'api' && (
        <StoreCalls vendorId={vendor.vendor_id} storeId={latest.vendor_store_id} />
      )}
      {latest.store.protocol === 'api' && shop && (
        <StoreOrders
          vendorId={vendor.vendor_id}
          storeId={latest.vendor_store_id}
          shop={shop}
          closedReason={vendor.deletion ? 'This account is deleted' : undefined}
        />
      )}
    </Fragment>
  )
  const settings = (
    <Fragment key="settings">
      <RecordForm parts={parts} readOnly={vendor.deletion !== null}>
        <Stack onBlur={tidyAddress}>
          <OwnFields form={form} openedStore={openedStore} />
          {openedStore.fields.length > 0 && (
            <Panel title={`${openedStore.platform_name ?? 'Platform'} settings`}>
              <Box maw={620}>
                <FieldsForm
                  fields={openedStore.fields.map((field) => withReason(field, forgottenReasons))}
                  formState={{ values: values.fields, set: ofPlatform, market_id: values.store.market_id }}
                  faults={faults}
                  change={(fields) => form.setFieldValue('fields', fields)}
                />
              </Box>
            </Panel>
          )}
          <StoreHostKeys store={latest} />
          <ConnectionFields form={form} openedStore={openedStore}>
            <ConnectionTest vendor={vendor} form={form} openedStore={openedStore} />
          </ConnectionFields>
        </Stack>
        <DatabaseFields form={form} openedStore={openedStore} />
        {lossTexts.length > 0 && (
          <Alert color="yellow" title="Saving deletes the following">
            <ul className="plain-list">
              {lossTexts.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Alert>
        )}
      </RecordForm>
      <ShopFacts store={latest} />
    </Fragment>
  )
  return (
    <>
      <Head vendor={vendor} latest={latest} hasChanges={hasChanges} remove={remove} />
      {setsUp ? [settings, updates] : [updates, settings]}
    </>
  )
}

/** What can be compared with the market. */
const comparedOf = ({ store, market_name }: StoreView): readonly ComparedValue[] => {
  const shop = shopOf({ market_id: store.market_id, market_name })
  return store.protocol === 'api' && shop !== undefined ? shops[shop].compares : []
}

/** Why nothing is sent to the store, and what to do about it. */
function Trouble({ store }: { store: StoreWithFeeds }) {
  const reason = reasonOf(store)
  if (reason === null || !(store.stopped_reason ?? store.last_failure)) return null
  return (
    <Alert color="red" title={store.stopped_reason ? 'Updates are stopped' : 'The last update failed'}>
      {sentence(reason)}{' '}
      {store.stopped_reason
        ? 'Fix the problem below and save, or fix it in the market and start an update.'
        : 'Retries automatically after 30 minutes. To retry now, use “Update now”.'}
    </Alert>
  )
}

function Answer({ store }: { store: StoreWithFeeds }) {
  const { text, act } = storeAnswer(store)
  if (text === '') return null
  return (
    <p className="why answer">
      {text}
      {act && ' '}
      {act &&
        (act.to.startsWith('#') ? (
          <Anchor component="button" type="button" inherit onClick={() => goTo(act.to.slice(1))}>
            {act.label}
          </Anchor>
        ) : (
          <Link to={act.to} className="link">
            {act.label}
          </Link>
        ))}
    </p>
  )
}
/** Scrolls to a part of the page and focuses it. */
function goTo(id: string) {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'center' })
  part?.focus({ preventScroll: true })
}

/** Why a store can't be updated now. */
function notNow({ store }: StoreView, hasChanges: boolean): string | undefined {
  if (readOnly !== undefined) return readOnly
  if (store.protocol === 'none') return 'Connect the store first'
  return hasChanges ? 'Save or discard changes first' : undefined
}

/** Loads the store again when another of its jobs has ended. */
function useFigures({ vendor_id, vendor_store_id }: StoreView, job: number | null | undefined) {
  const params = { vid: vendor_id, id: vendor_store_id }
  const { refetch } = useQuery({ ...api.getStore.query({ params }), enabled: false })
  const read = useRef(job)
  useEffect(() => {
    if (read.current !== undefined && job !== read.current) void refetch()
    read.current = job
  }, [job, refetch])
}

function Head({ vendor, latest, hasChanges, remove }: Props & { latest: StoreView; hasChanges: boolean }) {
  const params = { vendor_id: vendor.vendor_id }
  const { data } = useQuery({
    ...api.listVendorStores.query({ params }),
    refetchInterval: ({ state }) => (state.data?.some((s) => s.job_status !== null) ? 3000 : 10_000),
  })
  const { data: feeds } = useQuery(api.listVendorFeedTroubles.query({ params }))
  const store = data?.find((s) => s.vendor_store_id === latest.vendor_store_id)
  const row = store && withFeeds([store], feeds)[0]
  const { vendor_store_id, version } = latest
  useFigures(latest, row?.last_job_id)
  const { vendor_store_name: name } = latest.store
  return (
    <>
      <Group justify="space-between">
        <Box flex="1 1 20rem">
          <Group gap="sm">
            <Title order={2}>{name}</Title>
            <span className="mono faint">{vendor_store_id}</span>
            {row && <StoreSign store={row} />}
          </Group>
          {row && !vendor.deletion && <Answer store={row} />}
        </Box>
        {!vendor.deletion && (
          <Group gap="xs">
            <Button
              variant="default"
              disabled={hasChanges}
              title={hasChanges ? 'Save or discard changes first' : undefined}
              onClick={() => remove({ vendor_store_id, version, name })}
            >
              Delete…
            </Button>
            <UpdateNow
              next={row !== undefined && wantsUpdate(row)}
              vendorId={vendor.vendor_id}
              storeId={vendor_store_id}
              disabledReason={notNow(latest, hasChanges)}
              compares={comparedOf(latest)}
            />
          </Group>
        )}
      </Group>
      {row && <Trouble store={row} />}
      <Facts
        facts={[
          ['Market', latest.market_name],
          ['Platform', latest.platform_name ?? '—'],
          ['Integrations', row ? count(row.integrations) : '…'],
          ['Sent', many(latest.sent, 'product')],
          momentFact('Out of date since', row?.behind_since),
          momentFact('Added', latest.insert_tm),
        ]}
      />
    </>
  )
}
