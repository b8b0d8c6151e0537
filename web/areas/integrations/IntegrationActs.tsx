import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { effectsOf, type IntegrationAct } from '#contract/integrations/acts.ts'
import {
  activation,
  type IntegrationDetails,
  type IntegrationView,
} from '#contract/integrations/integrations.ts'
import { many } from '#contract/words.ts'
import { api } from '../../api.ts'
import { links } from '../../links.ts'
import { ActMenu } from '../../ui/act/ActMenu.tsx'
import { EffectsModal } from '../../ui/act/EffectsModal.tsx'
import { useAct } from '../../ui/act/useAct.ts'
import { tellScheduled } from '../jobs/public.tsx'
import { RemoveDialog } from '../vendor-record/public.tsx'
import { nextActOf, updatable } from './answer.ts'

const DiagnoseSku = lazy(() => import('./DiagnoseSku.tsx'))
const updateType = 'VENDOR_STORE_UPDATER_JOB'

/** The buttons of an integration; the next thing to do is primary. */
export function IntegrationActs({ view, tab }: { view: IntegrationView; tab: string }) {
  const [dialog, setDialog] = useState<IntegrationAct | 'diagnose' | null>(null)
  const params = { vid: view.integration.vendor_id, vmmid: view.integration.vendor_market_map_id }
  const update = useAct({
    run: (id: number) =>
      api.scheduleJob({
        body: { job_type: updateType, param_name: 'vendor_store_id', param_value: id },
      }),
    after: (answer, id) => tellScheduled(answer, { job_type: updateType, param_value: String(id) }),
  })
  const change = (integration: Partial<IntegrationDetails>) =>
    api.saveIntegration({ params, body: { integration } })
  const activate = useAct({
    run: () => change({ is_activated: activation.active }),
    doneText: 'Integration activated',
    undo: () => change({ is_activated: view.integration.is_activated }),
  })
  const synchronize = useAct({
    run: () => change({ store_synchronize: true }),
    doneText: 'Synchronization turned on',
    undo: () => change({ store_synchronize: false }),
  })
  if (view.closed) return null
  const next = nextActOf(view)
  const facts = { ...view, ...view.integration }
  const close = () => setDialog(null)
  const stores = updatable(view)
  const [onlyStore] = stores.length === 1 ? stores : []
  return (
    <>
      {onlyStore && (
        <Button
          variant={next?.kind === 'run' ? 'filled' : 'default'}
          loading={update.busy}
          onClick={() => update.act(onlyStore.vendor_store_id)}
        >
          Update now
        </Button>
      )}
      {stores.length > 1 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant={next?.kind === 'run' ? 'filled' : 'default'}
              loading={update.busy}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Update now
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {stores.map((s) => (
              <Menu.Item key={s.vendor_store_id} onClick={() => update.act(s.vendor_store_id)}>
                {s.vendor_store_name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {view.integration.is_activated === activation.active && next?.kind !== 'resume' && (
        <Button
          variant="default"
          onClick={() => setDialog(view.integration.market_is_on ? 'pause' : 'resume')}
        >
          {view.integration.market_is_on ? 'Pause…' : 'Resume…'}
        </Button>
      )}
      <ActMenu
        acts={[
          { label: 'Diagnose SKU…', shortcut: 's', run: () => setDialog('diagnose') },
          { label: 'Reset index…', shortcut: 'i', run: () => setDialog('reset') },
          { label: 'Clear categories…', shortcut: 'c', run: () => setDialog('clear') },
          {
            label: 'Freeze or cancel subscription',
            shortcut: 'f',
            run: { href: links.vendor(params.vid, 'subscriptions') },
          },
          { label: 'Delete integration…', shortcut: 'd', isDanger: true, run: () => setDialog('remove') },
        ]}
      />
      {next?.kind === 'link' && !next.to.endsWith(`/${tab}`) && (
        <Button component={Link} to={next.to}>
          {next.label}
        </Button>
      )}
      {next?.kind === 'activate' && (
        <Button loading={activate.busy} onClick={() => activate.act()}>
          {next.label}
        </Button>
      )}
      {next?.kind === 'synchronize' && (
        <Button loading={synchronize.busy} onClick={() => synchronize.act()}>
          {next.label}
        </Button>
      )}
      {next?.kind === 'resume' && <Button onClick={() => setDialog('resume')}>{next.label}</Button>}
      {dialog === 'diagnose' && (
        <Suspense>
          <DiagnoseSku view={view} close={close} />
        </Suspense>
      )}
      {dialog === 'remove' && (
        <RemoveDialog
          vendorId={params.vid}
          list="integrations"
          title={`Delete ${nameOf(view)}?`}
          act="Delete integration"
          effects={effectsOf(dialog, facts)}
          remove={(reason) => api.removeIntegration({ params, query: { reason } })}
          done="Integration deleted"
          close={close}
        />
      )}
      {dialog !== null && dialog !== 'diagnose' && dialog !== 'remove' && (
        <ActDialog act={dialog} view={view} effects={effectsOf(dialog, facts)} close={close} />
      )}
    </>
  )
}

type Effects = ReturnType<typeof effectsOf>
const nameOf = (view: IntegrationView) => `${view.dropshipper_name} in ${view.market_name}`

type Turn = Exclude<IntegrationAct, 'remove'>
const words: Readonly<Record<Turn, { title: string; act: string }>> = {
  reset: { title: 'Reset index', act: 'Reset index' },
  clear: { title: 'Clear categories', act: 'Clear categories' },
  pause: { title: 'Pause', act: 'Pause integration' },
  resume: { title: 'Resume', act: 'Resume integration' },
}

function ActDialog({
  act,
  view,
  effects,
  close,
}: {
  act: Turn
  view: IntegrationView
  effects: Effects
  close: () => void
}) {
  const params = { vid: view.integration.vendor_id, vmmid: view.integration.vendor_market_map_id }
  const name = nameOf(view)
  const turn = (market_is_on: boolean) =>
    api.saveIntegration({ params, body: { integration: { market_is_on } } })
  const run: Record<Turn, () => Promise<string>> = {
    reset: async () => {
      const { products } = await api.resetIntegrationIndex({ params })
      return `${many(products, 'product')} will be sent again`
    },
    clear: async () => {
      const { categories } = await api.clearIntegrationCategories({ params })
      return `${many(categories, 'category')} cleared`
    },
    pause: async () => {
      await turn(false)
      return `${name} paused`
    },
    resume: async () => {
      await turn(true)
      return `${name} resumed`
    },
  }
  const undos: Partial<Record<Turn, () => Promise<unknown>>> = {
    pause: () => turn(true),
    resume: () => turn(false),
  }
  const undo = undos[act]
  return (
    <EffectsModal
      title={`${words[act].title}: ${name}`}
      act={words[act].act}
      effects={effects}
      run={run[act]}
      {...(undo && { undo })}
      close={close}
    />
  )
}
