import { useQuery } from '@tanstack/react-query'
import { isOpen } from '#contract/jobs/types.ts'
import { api } from '../../../api.ts'

/** The progress of an export, until its file is there or its job has ended otherwise. */
export const useExport = (id: number | null) =>
  useQuery({
    ...api.getExport.query({ params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.error || (state.data && !isOpen(state.data.job_status ?? -1)) ? false : 1000,
  })
