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
  name: line(60, 'Give the view a name'),
  search: text(4000).describe('filters and sort, as they stand in the address'),
  columns: chosenColumns,
  shared: z.boolean().describe('all staff see it'),
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
  listSavedViews: get('/api/saved-views', 'One’s own views of a list, and those that are shared, by name', {
    query: z.object({ list: line(100, 'Name the list') }),
    answer: z.array(savedView),
  }),
  saveView: post('/api/saved-views', 'Keep a list’s filters, sort and columns under a name', {
    body: viewDetails.extend({ list: line(100, 'Name the list') }),
    answer: savedView,
    refuses: ['conflict'],
  }),
  changeSavedView: put('/api/saved-views/{id}', 'Rename a view, share it, or save over it', {
    record: [{ read: 'listSavedViews' }],
    body: viewDetails.extend({ version }),
    answer: savedView,
    refuses: ['not_found', 'conflict'],
  }),
  removeSavedView: remove('/api/saved-views/{id}', 'Remove a view', { refuses: ['not_found'] }),
}
