import { z } from 'zod'
import { line, text, version } from '../inputs.ts'
import { get, post, put, remove } from '../operation.ts'

export const mostViews = 100
const key = text(60)

/** The columns that a person hid, and the order of those that they moved. */
export const chosenColumns = z.object({
  hidden: z.array(key).max(100),
  order: z.array(key).max(100),
})
export type ChosenColumns = z.output<typeof chosenColumns>

const viewDetails = z.object({
  name: line(60, 'Enter a name'),
  search: text(4000).describe('filters and sort, as in the address'),
  columns: chosenColumns,
  shared: z.boolean().describe('visible to all staff'),
})
const savedView = z.object({
  saved_view_id: z.number(),
  list: z.string(),
  name: z.string(),
  search: z.string(),
  columns: chosenColumns,
  shared: z.boolean(),
  owner: z.string(),
  own: z.boolean(),
  may_change: z.boolean(),
  version: z.number(),
})
export type SavedView = z.output<typeof savedView>

export const savedViewOperations = {
  listSavedViews: get('/api/saved-views', 'Your own and shared views of a list, by name', {
    query: z.object({ list: line(100, 'Enter a list') }),
    answer: z.array(savedView),
  }),
  saveView: post('/api/saved-views', 'Save a list’s filters, sort and columns as a view', {
    body: viewDetails.extend({ list: line(100, 'Enter a list') }),
    answer: savedView,
    refuses: ['conflict'],
  }),
  changeSavedView: put('/api/saved-views/{id}', 'Rename, share or overwrite a view', {
    record: [{ read: 'listSavedViews' }],
    body: viewDetails.extend({ version }),
    answer: savedView,
    refuses: ['not_found', 'conflict'],
  }),
  removeSavedView: remove('/api/saved-views/{id}', 'Remove a view', { refuses: ['not_found'] }),
}
