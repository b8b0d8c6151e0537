import { useState } from 'react'
import { changesInWords, conflictOf } from '../../ui/form/Conflict.tsx'
import { rebase } from '../../ui/form/rebase.ts'

interface VersionedRecord {
  version: number
}

/**
 * A modal form's values. What another person saved meanwhile is merged in, one's own values stay, and a
 * message says so: the next save is made knowing of it.
 */
export function useMergedValues<Saved extends VersionedRecord, Values>(
  latest: Saved,
  toValues: (saved: Saved) => Values,
  reload: () => Promise<Saved>,
) {
  const [original, setOriginal] = useState(latest)
  const [values, setValues] = useState(() => toValues(latest))
  const [meanwhile, setMeanwhile] = useState<string>()
  const merging = async <Answer>(save: (version: number) => Promise<Answer>): Promise<Answer> => {
    try {
      return await save(original.version)
    } catch (error) {
      const conflict = conflictOf(error)
      if (conflict) {
        const newest = await reload()
        setValues(rebase(toValues(original), values, toValues(newest)))
        setOriginal(newest)
        setMeanwhile(
          `${changesInWords(conflict.changed)}. Your changes are still here. Review them and save again.`,
        )
      }
      throw error
    }
  }
  return { opened: original, values, setValues, merging, meanwhile }
}
