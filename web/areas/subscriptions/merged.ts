import { useState } from 'react'
import { changesInWords, conflictOf } from '../../ui/form/Conflict.tsx'
import { rebased } from '../../ui/form/rebased.ts'

interface Versioned {
  version: number
}

/**
 * What is typed in a modal's form. What another saved meanwhile joins it, one's own values stay, and it is
 * said: the next save is made knowing of it.
 */
export function useMerged<Saved extends Versioned, Values>(
  latest: Saved,
  toValues: (saved: Saved) => Values,
  reload: () => Promise<Saved>,
) {
  const [opened, setOpened] = useState(latest)
  const [values, setValues] = useState(() => toValues(latest))
  const [meanwhile, setMeanwhile] = useState<string>()
  const merging = async <Answer>(save: (version: number) => Promise<Answer>): Promise<Answer> => {
    try {
      return await save(opened.version)
    } catch (error) {
      const conflict = conflictOf(error)
      if (conflict) {
        const saved = await reload()
        setValues(rebased(toValues(opened), values, toValues(saved)))
        setOpened(saved)
        setMeanwhile(`${changesInWords(conflict.changed)}. What you changed is kept: look, and save again.`)
      }
      throw error
    }
  }
  return { opened, values, setValues, merging, meanwhile }
}
