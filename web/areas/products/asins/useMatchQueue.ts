import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messages } from '#contract/messages.ts'
import type { AsinMatch } from '#contract/products/asins/queue.ts'
import type { Result } from '#contract/index.ts'
import { api, HttpError } from '../../../api.ts'
import { notify } from '../../../ui/act/notify.tsx'
import { isShowable } from './showable.ts'

export interface ShownQueue {
  market_id: number
  dropshipper_id?: number
  class?: 'green' | 'amber' | 'grey' | 'none'
  order: 'best' | 'worst'
}

interface Decision {
  match: AsinMatch
  /** null: none of these. */
  asin: string | null
  skip?: true
}

/** Matches decided in this session, the last one last; they survive a change of the screen. */
const decided: { id: number; skipped: boolean }[] = []
const mostUndone = 50

/** A queue's current product, and the acts that lead to the next one. */
export function useMatchQueue(queue: ShownQueue) {
  const client = useQueryClient()
  const query = api.getNextAsinMatch.query({ query: { ...queue } })
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    // a product stays until it is decided
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const show = (match: AsinMatch | null) => {
    if (match) client.setQueryData(query.queryKey, match)
    void client.invalidateQueries({ queryKey: api.getAsinQueue.key() })
  }
  const reload = async (id: number) => {
    show(await api.getNextAsinMatch({ query: { ...queue, product_asin_match_id: id } }))
  }
  // a second key may come before the answer to the first
  const running = useRef(false)
  const settle = () => {
    running.current = false
  }
  const decide = useMutation({
    mutationFn: ({ match, asin, skip }: Decision): Promise<Result<'updateAsinMatch'>> =>
      api.updateAsinMatch({
        body: {
          product_asin_match_id: match.product_asin_match_id ?? 0,
          product_id: match.product_id ?? 0,
          version: match.version,
          selected_asin: asin,
          skip: skip ?? false,
          queue,
        },
      }),
    onSettled: settle,
    onSuccess: ({ next }, { match, asin, skip }) => {
      decided.push({ id: match.product_asin_match_id ?? 0, skipped: skip ?? false })
      decided.splice(0, decided.length - mostUndone)
      if (asin !== null) notify('success', messages.asinSaved)
      show(next)
    },
    onError: (error, { match }) => {
      notify('error', error.message)
      if (error instanceof HttpError && error.status === 409 && match.product_asin_match_id !== null)
        void reload(match.product_asin_match_id)
    },
  })
  const undo = useMutation({
    mutationFn: async () => {
      const last = decided.pop()
      if (!last) throw new Error('Nothing to undo in this session')
      return last.skipped
        ? api.getNextAsinMatch({ query: { ...queue, product_asin_match_id: last.id } })
        : api.undoAsinMatch({ body: { product_asin_match_id: last.id } })
    },
    onSettled: settle,
    onSuccess: show,
    onError: (error) => notify('error', error.message),
  })
  const once = (act: () => void) => {
    if (running.current) return
    running.current = true
    act()
  }
  usePreloaded(data?.upcoming_images)
  return {
    match: data,
    error,
    isPending,
    retry: () => void refetch(),
    busy: decide.isPending || undo.isPending,
    decide: (decision: Decision) => once(() => decide.mutate(decision)),
    undo: () => once(() => undo.mutate()),
    canUndo: decided.length > 0,
  }
}

/** Loads the pictures of the next product while this one is looked at. */
function usePreloaded(images: readonly string[] | undefined) {
  useEffect(() => {
    for (const src of (images ?? []).filter(isShowable)) {
      const image = new Image()
      image.src = src
    }
  }, [images])
}
