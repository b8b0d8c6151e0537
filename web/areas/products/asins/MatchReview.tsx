import './asins.css'
import { Alert, Button, Group, Kbd, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { asinOf } from '#contract/products/asins/codes.ts'
import type { AsinMatch } from '#contract/products/asins/queue.ts'
import { readOnly } from '../../../viewing.ts'
import { Empty, LoadError } from '../../../ui/page/Page.tsx'
import { Moment } from '../../../ui/values.tsx'
import { MatchTable } from './MatchTable.tsx'
import { useMatchQueue, type ShownQueue } from './useMatchQueue.ts'

/** One product and its candidates side by side; keys alone are enough. */
export function MatchReview({ queue, empty }: { queue: ShownQueue; empty: string }) {
  const review = useMatchQueue(queue)
  const { match, error, isPending, retry } = review
  if (error) return <LoadError error={error} retry={retry} />
  if (isPending || !match) return <Loader aria-label="Loading" />
  if (match.product_asin_match_id === null) return <NothingLeft review={review} text={empty} />
  return <OpenMatch key={match.product_asin_match_id} match={match} review={review} />
}

type Review = ReturnType<typeof useMatchQueue>

/** The last decision can be undone by its key here, too. */
function NothingLeft({ review: { canUndo, undo }, text }: { review: Review; text: string }) {
  useHotkeys(canUndo ? [['u', undo]] : [])
  return (
    <Empty
      act={
        canUndo && (
          <Button variant="default" onClick={undo}>
            Undo last decision
          </Button>
        )
      }
    >
      {text}
    </Empty>
  )
}

function OpenMatch({ match, review }: { match: AsinMatch; review: Review }) {
  const [marked, setMarked] = useState(0)
  const { busy, decide, undo, canUndo } = review
  const { asins } = match
  const choose = (asin: string | undefined) => asin !== undefined && decide({ match, asin })
  const move = (by: number) => setMarked((at) => Math.max(0, Math.min(asins.length - 1, at + by)))
  const onPage = (act: () => void) => (e: KeyboardEvent) => {
    // a focused button has its own Enter
    if (e.target instanceof Element && e.target.closest('button, a, [role=dialog]')) return
    act()
  }
  const none = () => decide({ match, asin: null })
  useHotkeys([
    ...asins.slice(0, 9).map(({ asin }, i) => [String(i + 1), () => choose(asin)] as [string, () => void]),
    ['Enter', onPage(() => choose(asins[marked]?.asin)), { preventDefault: false }],
    ['ArrowLeft', () => move(-1)],
    ['ArrowRight', () => move(1)],
    ['0', none],
    ['n', none],
    ['s', () => decide({ match, asin: null, skip: true })],
    ['u', undo],
    ['mod+z', undo],
    ['o', () => asins[marked] && window.open(asins[marked].url, '_blank', 'noopener')],
  ])
  return (
    <Stack gap="sm">
      <Standing match={match} />
      <MatchTable match={match} marked={marked} mark={setMarked} choose={choose} busy={busy} />
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Button variant="default" onClick={none} disabled={readOnly !== undefined} loading={busy}>
            None of these
          </Button>
          <Button
            variant="default"
            onClick={() => decide({ match, asin: null, skip: true })}
            disabled={readOnly !== undefined || busy}
          >
            Skip
          </Button>
          <Button variant="default" onClick={undo} disabled={!canUndo || busy}>
            Undo
          </Button>
        </Group>
        <OtherAsin choose={choose} busy={busy} />
      </Group>
      <Keys />
    </Stack>
  )
}

/** What else to know before deciding: the ASIN that it has, and who else is looking. */
function Standing({ match }: { match: AsinMatch }) {
  const { chosen, asins } = match
  return (
    <>
      {chosen && (
        <Alert color="yellow">
          This product has ASIN {chosen.asin}, chosen by {chosen.by} on <Moment tm={chosen.tm} />. Choose
          again to keep or replace it.
        </Alert>
      )}
      {asins.length === 0 && (
        <Alert color="gray">No likely items found. Paste an ASIN, or skip this product.</Alert>
      )}
    </>
  )
}

function OtherAsin({ choose, busy }: { choose: (asin: string) => void; busy: boolean }) {
  const [text, setText] = useState('')
  const asin = asinOf(text)
  const isWrong = text.trim() !== '' && asin === undefined
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        if (asin !== undefined) choose(asin)
      }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          data-filter
          aria-label="Other ASIN"
          placeholder="Paste an ASIN or Amazon link"
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
          error={isWrong ? 'Not a valid ASIN' : undefined}
          rightSection={text === '' ? <kbd>/</kbd> : undefined}
          w={250}
        />
        <Button type="submit" variant="default" disabled={asin === undefined || busy}>
          Choose
        </Button>
      </Group>
    </form>
  )
}

const keys: readonly (readonly [key: string, act: string])[] = [
  ['1–9', 'choose'],
  ['Left Right', 'mark'],
  ['Enter', 'choose marked'],
  ['n', 'none'],
  ['s', 'skip'],
  ['u', 'undo'],
  ['o', 'open at Amazon'],
  ['/', 'paste an ASIN'],
]
const Keys = () => (
  <Text size="xs" c="dimmed" component="div">
    <Group gap="xs" aria-label="Keys">
      {keys.map(([key, act]) => (
        <span key={key} className="one-line">
          <Kbd size="xs">{key}</Kbd> {act}
        </span>
      ))}
    </Group>
  </Text>
)
