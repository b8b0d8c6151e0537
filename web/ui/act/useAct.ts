import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { HttpError, refresh } from '../../api.ts'
import { keepFocus } from './focus.ts'
import { notify, withdrawRefusal } from './notify.tsx'

interface Act<Input, Answer> {
  run: (input: Input) => Promise<Answer>
  /** The toast once it is done; undefined: no toast. */
  doneText?: string | ((answer: Answer, input: Input) => string | undefined)
  /** Runs afterwards, when the screen shows the current data. */
  after?: (answer: Answer, input: Input) => unknown
  /** Undoes it, by a button in the toast. */
  undo?: (answer: Answer, input: Input) => Promise<unknown>
  /** Returns true if the caller shows the error itself: then nothing else does. */
  handlesError?: (error: Error) => boolean
}

/**
 * The one way to do something: busy while it runs, everything on the screen is read again, a toast, the focus
 * kept; an error is in a toast or, by `fields`, beside what was typed.
 */
export function useAct<Answer, Input = void>({
  run,
  doneText,
  after,
  undo,
  handlesError,
}: Act<Input, Answer>) {
  const client = useQueryClient()
  // a second click may come before the button shows as busy
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
      const text = typeof doneText === 'function' ? doneText(answer, input) : doneText
      if (text) notify('success', text, undo && (() => undo(answer, input).then(() => refresh(client))))
      keepFocus()
    },
    onError: (error) => {
      const refusal = error instanceof HttpError ? error : undefined
      if (!handlesError?.(error)) {
        if (!refusal?.isShown) notify('error', error.message)
      } else if (refusal) refusal.isHandled = true
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
