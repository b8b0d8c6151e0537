import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { z } from 'zod'
import type { LivePath } from '#contract/integrations/live.ts'
import type { VendorView } from '#contract/vendors/vendors.ts'
import { api, HttpError } from '../../../api.ts'
import { links } from '../../../links.ts'
import { LoadError, Page } from '../../../ui/page/Page.tsx'
import { RecordPage } from '../../../ui/page/RecordPage.tsx'
import { usePathId } from '../../../ui/page/usePath.ts'
import { useUrl } from '../../../ui/page/useUrl.ts'
import { PriceRules } from '../../pricing/public.tsx'
import { LockedVendor } from '../../vendor-record/public.tsx'
import '../integration.css'
import { GoLiveStep } from './GoLiveStep.tsx'
import './live.css'
import {
  furthestStep,
  shownStep,
  stepNames,
  stepStates,
  type StepNumber,
  type StepState,
} from './path-state.ts'
import { PreviewStep } from './PreviewStep.tsx'
import { StoreStep } from './StoreStep.tsx'
import { SupplierStep } from './SupplierStep.tsx'

const optionalId = z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined)
const url = z.object({
  supplier: optionalId,
  store: optionalId,
  step: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
})

/** From a supplier to a live store: supplier, store, price rule, preview and one act, on one page. */
export default function LivePathPage() {
  const id = usePathId('vendor_id')
  const query = useQuery({ ...api.getVendor.query({ params: { vendor_id: id ?? 0 } }), enabled: id !== null })
  const { data, error } = query
  const missing = data !== undefined && 'vendor_doesnt_exist' in data
  const lock = error instanceof HttpError ? error.lock : undefined
  if (lock && !data) return <LockedVendor key={lock.vendor_lock_id} lock={lock} />
  return (
    <RecordPage
      noun="vendor"
      param="vendor_id"
      query={query}
      missing={missing}
      wayBack={{ to: links.vendorSearch(), label: 'Search Users' }}
    >
      {(vendor) =>
        'vendor_doesnt_exist' in vendor ? null : <VendorPath key={vendor.vendor_id} vendor={vendor} />
      }
    </RecordPage>
  )
}

function VendorPath({ vendor }: { vendor: VendorView }) {
  const { vendor_id, company } = vendor
  const [{ supplier, store, step }, set] = useUrl(url)
  const client = useQueryClient()
  const queryOf = (choice: { supplier?: number | undefined; store?: number | undefined }) =>
    api.getLivePath.query({
      params: { vid: vendor_id },
      query: {
        ...(choice.supplier !== undefined && { dropshipper_id: choice.supplier }),
        ...(choice.store !== undefined && { vendor_store_id: choice.store }),
      },
    })
  const { data, error, refetch } = useQuery({
    ...queryOf({ supplier, store }),
    placeholderData: keepPreviousData,
    // keys that a shop posts arrive by themselves
    refetchInterval: ({ state }) => (state.data?.store?.grant_until ? 3000 : false),
  })
  const notFound = error instanceof HttpError && error.status === 404
  // a supplier or store of the address may have been deleted
  useEffect(() => {
    if (notFound) set({ supplier: undefined, store: undefined, step: undefined }, { replace: true })
  }, [notFound, set])
  /** The next step is there before it is shown. */
  const go = async (
    choice: { supplier?: number | undefined; store?: number | undefined },
    next?: StepNumber,
  ) => {
    await client.fetchQuery({ ...queryOf(choice), staleTime: 0 })
    set({ ...choice, step: next })
  }
  return (
    <Page
      title="Go live"
      trail={[[company, links.vendor(vendor_id)]]}
      answer={data?.closed ?? `Sell a supplier’s products in a store of ${company}.`}
    >
      {error && !data && !notFound && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <PathSkeleton />}
      {data && !data.closed && (
        <PathSteps
          vendor={vendor}
          path={data}
          chosenStep={step}
          show={(next) => set({ step: next })}
          go={go}
        />
      )}
    </Page>
  )
}

const PathSkeleton = () => (
  <>
    <Skeleton height={58} />
    <Skeleton height={280} />
  </>
)

interface StepsProps {
  vendor: VendorView
  path: LivePath
  chosenStep: number | undefined
  show: (step: StepNumber) => void
  go: (
    choice: { supplier?: number | undefined; store?: number | undefined },
    next?: StepNumber,
  ) => Promise<void>
}

function PathSteps({ vendor, path, chosenStep, show, go }: StepsProps) {
  const states = stepStates(path)
  const step = shownStep(states, chosenStep)
  const section = useRef<HTMLElement>(null)
  const lastStep = useRef<StepNumber>(undefined)
  useEffect(() => {
    const isNext = lastStep.current !== undefined && lastStep.current !== step
    lastStep.current = step
    return isNext ? focusStep(section.current) : undefined
  }, [step])
  return (
    <>
      <StepBar states={states} current={step} show={show} />
      <section ref={section} className="live-step" aria-labelledby="live-step-name" onKeyDown={pressMain}>
        <VisuallyHidden>
          <h2 id="live-step-name" tabIndex={-1}>
            {stepNames[step - 1]}
          </h2>
        </VisuallyHidden>
        <StepContent step={step} vendor={vendor} path={path} show={show} go={go} />
      </section>
    </>
  )
}

/** The first field or button of a step, once it is there; until then its name. */
function focusStep(section: HTMLElement | null): (() => void) | undefined {
  const name = section?.querySelector<HTMLElement>('h2')
  if (!section || !name) return undefined
  const focusFirst = () => {
    const first = section.querySelector<HTMLElement>('[data-first]:not(:disabled)')
    first?.focus({ preventScroll: true })
    return first !== null
  }
  if (focusFirst()) return undefined
  name.focus({ preventScroll: true })
  const observer = new MutationObserver(() => {
    // somebody who is somewhere else already stays there
    const isWaiting = document.activeElement === name || document.activeElement === document.body
    if (!isWaiting || focusFirst()) observer.disconnect()
  })
  observer.observe(section, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => observer.disconnect()
}

/** Ctrl+Enter anywhere in a step does its main act. */
function pressMain(e: KeyboardEvent<HTMLElement>) {
  if (e.key !== 'Enter' || !(e.ctrlKey || e.metaKey)) return
  e.preventDefault()
  const main = e.currentTarget.querySelector<HTMLElement>('[data-main]:not(:disabled)')
  if (main) main.click()
  else e.currentTarget.querySelector('form')?.requestSubmit()
}

function StepContent({
  step,
  vendor,
  path,
  show,
  go,
}: Omit<StepsProps, 'chosenStep'> & { step: StepNumber }) {
  const vendorId = vendor.vendor_id
  const supplierId = path.supplier?.dropshipper_id
  const storeId = path.store?.vendor_store_id
  if (step === 1 || supplierId === undefined)
    return <SupplierStep vendor={vendor} path={path} go={(supplier) => go({ supplier, store: storeId })} />
  const { integration, store } = path
  if (step === 2 || !integration || !store)
    return (
      <StoreStep
        key={storeId}
        vendorId={vendorId}
        path={path}
        supplierId={supplierId}
        go={(storeChoice) => go({ supplier: supplierId, store: storeChoice })}
        show={(storeChoice) => go({ supplier: supplierId, store: storeChoice }, 2)}
      />
    )
  const integrationId = integration.vendor_market_map_id
  if (step === 3)
    return (
      <PriceRules
        vendor={vendor}
        path={{
          integration: integrationId,
          act: 'Save and continue',
          after: () => show(4),
          next: <NextFromRules hasRule={path.rules.covering > 0} next={() => show(4)} />,
        }}
      />
    )
  if (step === 4)
    return (
      <PreviewStep place={{ vendorId, integrationId, storeId: store.vendor_store_id }} next={() => show(5)} />
    )
  return <GoLiveStep vendorId={vendorId} path={path} integration={integration} store={store} />
}

const NextFromRules = ({ hasRule, next }: { hasRule: boolean; next: () => void }) => (
  <Group>
    <Button
      variant={hasRule ? 'filled' : 'default'}
      onClick={next}
      data-main
      {...(hasRule && { 'data-first': true })}
    >
      {hasRule ? 'Continue' : 'Continue without prices'}
    </Button>
  </Group>
)

/** The five steps with what is choice in each; those that can be opened are buttons. */
function StepBar({
  states,
  current,
  show,
}: {
  states: readonly StepState[]
  current: StepNumber
  show: (step: StepNumber) => void
}) {
  const furthest = furthestStep(states)
  return (
    <ol className="steps live-bar" aria-label="Steps">
      {states.map(({ done: isDone, text }, i) => {
        const n = (i + 1) as StepNumber
        const content = (
          <>
            <span className="dot" aria-hidden>
              {isDone ? <IconCheck size={13} stroke={2.5} /> : n}
            </span>
            <span>
              <b>{stepNames[i]}</b>
              <span className="faint">{text}</span>
            </span>
          </>
        )
        return (
          <li key={n} data-done={isDone || undefined} aria-current={n === current ? 'step' : undefined}>
            {n <= furthest && n !== current ? (
              <button type="button" onClick={() => show(n)} title={text}>
                {content}
              </button>
            ) : (
              <div title={text}>{content}</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
