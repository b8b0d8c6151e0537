import { Button } from '@mantine/core'
import { useState } from 'react'
import { customFeedEffects, type CustomFeedAct } from '#contract/custom-feeds/acts.ts'
import type { CustomFeedView } from '#contract/custom-feeds/custom-feeds.ts'
import { many } from '#contract/words.ts'
import { api } from '../../api.ts'
import { ActMenu } from '../../ui/act/ActMenu.tsx'
import { EffectsModal } from '../../ui/act/EffectsModal.tsx'
import { FeedActs } from '../feeds/public.tsx'
import { RemoveDialog } from '../vendor-record/public.tsx'
import { EditCustomFeed } from './EditCustomFeed.tsx'
import { useCurrent } from './useCurrent.ts'

/** The buttons of a custom feed; the next thing to do is primary. */
export function CustomFeedActs({ view, tab }: { view: CustomFeedView; tab: string }) {
  const [dialog, setDialog] = useState<CustomFeedAct | 'edit' | null>(null)
  const { data: feed } = useCurrent(view.vendor_custom_feed_id)
  if (view.closed) return null
  const close = () => setDialog(null)
  return (
    <>
      <Button variant="default" onClick={() => setDialog('edit')}>
        Edit…
      </Button>
      <ActMenu
        acts={[
          {
            label: view.active ? 'Turn off…' : 'Turn on…',
            shortcut: 't',
            run: () => setDialog(view.active ? 'off' : 'on'),
          },
          { label: 'Reset search index…', shortcut: 'i', run: () => setDialog('reset') },
          { label: 'Delete custom feed…', shortcut: 'd', isDanger: true, run: () => setDialog('remove') },
        ]}
      />
      {feed && (view.active || feed.held_run_id !== null) && (
        <FeedActs feed={feed} place={view} inSettings={tab === 'settings'} />
      )}
      {!view.active && <Button onClick={() => setDialog('on')}>Turn on…</Button>}
      {dialog === 'edit' && <EditCustomFeed view={view} close={close} />}
      {dialog === 'remove' && <RemoveCustomFeed view={view} close={close} />}
      {dialog !== null && dialog !== 'edit' && dialog !== 'remove' && (
        <ActDialog act={dialog} view={view} close={close} />
      )}
    </>
  )
}

function RemoveCustomFeed({ view, close }: { view: CustomFeedView; close: () => void }) {
  const { vendor_id, vendor_custom_feed_id: vcfi, dropshipper_name } = view
  return (
    <RemoveDialog
      vendorId={vendor_id}
      list="custom_feed"
      title={`Delete custom feed from ${dropshipper_name}?`}
      act="Delete custom feed"
      effects={customFeedEffects('remove', view)}
      remove={(reason) => api.removeCustomFeed({ params: { vcfi }, query: { reason } })}
      done={`Custom feed from ${dropshipper_name} deleted`}
      close={close}
    />
  )
}

type Turn = Exclude<CustomFeedAct, 'remove'>
const words: Readonly<Record<Turn, { title: string; act: string }>> = {
  reset: { title: 'Reset search index', act: 'Reset search index' },
  off: { title: 'Turn off custom feed', act: 'Turn off' },
  on: { title: 'Turn on custom feed', act: 'Turn on' },
}

function ActDialog({ act, view, close }: { act: Turn; view: CustomFeedView; close: () => void }) {
  const { vendor_id, vendor_custom_feed_id: id, dropshipper_name } = view
  const effects = customFeedEffects(act, view)
  // sends only this field, so that other people's saves and a used one-time threshold stay
  const turn = (active: boolean) =>
    api.saveCustomFeed({ params: { vid: vendor_id }, body: { vendor_custom_feed_id: id, active } })
  const run: Record<Turn, () => Promise<string>> = {
    reset: async () => {
      const { products } = await api.resetCustomFeedIndex({ params: { vcfid: id } })
      return `Search index reset: ${many(products, 'entry')} removed. A job adds the products again`
    },
    off: async () => {
      await turn(false)
      return 'Custom feed turned off'
    },
    on: async () => {
      await turn(true)
      return 'Custom feed turned on'
    },
  }
  const undos: Partial<Record<Turn, () => Promise<unknown>>> = {
    off: () => turn(true),
    on: () => turn(false),
  }
  const undo = undos[act]
  return (
    <EffectsModal
      title={`${words[act].title}: ${dropshipper_name}`}
      act={words[act].act}
      effects={effects}
      run={run[act]}
      {...(undo && { undo })}
      close={close}
    />
  )
}
