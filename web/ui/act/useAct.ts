import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { HttpError, refresh } from '../../api.ts'
import { keepFocus } from './focus.ts'
import { notify, withdrawRefusal } from './notify.tsx'

interface Act<Input, Answer> {
  run: (input: Input) => Promise<Answer>
  /** What the toast says once it is done; none where it gives nothing. */
  done?: string | ((answer: Answer, input: Input) => string | undefined)
  /** What follows on the screen, which shows what is true now. */
  after?: (answer: Answer, input: Input) => unknown
  /** Takes it back, by a button in the toast. */
  undo?: (answer: Answer, input: Input) => Promise<unknown>
  /** The caller says itself what went wrong; nothing else says it beside that. */
  tells?: (error: Error) => boolean
}

/**
 * The one way to do something: busy while it runs, everything on the screen asked for again, a toast, the
 * focus kept; what went wrong stands in a toast or, by `fields`, beside what was typed.
 */
export function useAct<Answer, Input = void>({ run, done, after, undo, tells }: Act<Input, Answer>) {
  const client = useQueryClient()
  // a second click may come before the first has drawn the button busy
  const running = useRef(false)
  const mutation = useMutation({
    mutationFn: run,
    onSettled: () => {
      running.current = false
    },
    onSuccess: async (answer, input) => {
      withdrawRefusal()
      await refresh(client)
      await after?.(answer, input)
      const said = typeof done === 'function' ? done(answer, input) : done
      if (said) notify('success', said, undo && (() => undo(answer, input).then(() => refresh(client))))
      keepFocus()
    },
    onError: (error) => {
      const refusal = error instanceof HttpError ? error : undefined
      if (!tells?.(error)) {
        if (!refusal?.told) notify('error', error.message)
      } else if (refusal) refusal.said = true
    },
  })
  const begin = (input: Input) => {
    if (running.current) return
    running.current = true
    mutation.mutate(input)
  }
  const { error } = mutation
  return {
    act: begin,
    busy: mutation.isPending,
    error,
    fields: error instanceof HttpError ? error.fields : {},
    reset: mutation.reset,
  }
}
