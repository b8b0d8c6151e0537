import { z } from 'zod'
import { count, day, email, fromText, id, line, page, sortOf, version } from '../inputs.ts'
import { get, post } from '../operation.ts'
import { decimal, moment } from '../values.ts'

export const directUserPageSize = 25
/** The specification's seven sorts; the first that people see is total orders. */
export const directUserSorts = [
  'email',
  'id',
  'newest',
  'oldest',
  'total_orders',
  'paid_orders',
  'last_order_at',
] as const
export const directUserSort = z.enum(directUserSorts)
export type DirectUserSort = z.output<typeof directUserSort>
/** Users and orders of this many days count as new. */
export const newDirectDays = 30
export const directOrderStates = { placed: 'Placed', shipped: 'Shipped', canceled: 'Canceled' } as const
export type DirectOrderState = keyof typeof directOrderStates
const orderStates = Object.keys(directOrderStates) as [DirectOrderState, ...DirectOrderState[]]

/** What both sides can change. */
export const directFields = [
  'email',
  'direct_plan_type_id',
  'next_charge_date',
  'monthly_orders_remaining',
] as const
export type DirectField = (typeof directFields)[number]
export const directFieldLabels: Readonly<Record<DirectField, string>> = {
  email: 'Email',
  direct_plan_type_id: 'Plan',
  next_charge_date: 'Next charge date',
  monthly_orders_remaining: 'Orders left this month',
}
export const mostMonthlyOrders = 1_000_000

export const directUserFields = z.object({
  id,
  email,
  direct_plan_type_id: id.nullable(),
  next_charge_date: day.nullable(),
  monthly_orders_remaining: count(0, mostMonthlyOrders),
})
export type DirectUserFields = z.output<typeof directUserFields>

const directUser = z.object({
  id: z.number(),
  email: z.string(),
  direct_plan_type_id: z.number().nullable(),
  next_charge_date: z.string().nullable(),
  monthly_orders_remaining: z.number(),
  registered_at: moment,
  total_orders: z.number(),
  paid_orders: z.number(),
  last_order_at: moment.nullable(),
})
export type DirectUser = z.output<typeof directUser>
const foundUser = directUser.extend({
  plan: z.string().nullable(),
  differs: z.boolean().describe('IS Direct has another value'),
})
export type FoundDirectUser = z.output<typeof foundUser>

const planType = z.object({
  direct_plan_type_id: z.number(),
  name: z.string(),
  monthly_fee: decimal,
  monthly_orders: z.number(),
  is_offered: z.boolean(),
})
export type DirectPlanType = z.output<typeof planType>

const userSummary = z.object({
  new_order_count: z.number(),
  total_orders: z.number(),
  new_paid_order_count: z.number(),
  total_paid_orders: z.number(),
  new_total_order_cost: decimal,
  total_cost: decimal,
  new_paid_order_cost: decimal,
  total_paid_cost: decimal,
})
export type DirectUserSummary = z.output<typeof userSummary>

const fieldValue = z.union([z.string(), z.number()]).nullable()
const sync = z.object({
  connected: z.boolean(),
  synced_tm: moment.nullable(),
  remote_version: z.string().nullable(),
  unsent: z.array(z.enum(directFields)).describe('changed here, not sent yet'),
  differences: z.array(z.object({ field: z.enum(directFields), ours: fieldValue, theirs: fieldValue })),
  job: z
    .object({ job_id: z.number(), job_status: z.number(), reason: z.string().nullable() })
    .nullable()
    .describe('the last sync of this user'),
})
export type DirectSync = z.output<typeof sync>

const view = z.object({
  version: z.number(),
  direct_user: directUser,
  plan_types: z.array(planType),
  direct_user_summary: userSummary,
  sync,
})
export type DirectUserView = z.output<typeof view>

const order = z.object({
  direct_order_id: z.number(),
  ordered_at: moment,
  state: z.enum(orderStates),
  cost: decimal,
  paid_at: moment.nullable(),
})
export type DirectOrder = z.output<typeof order>
export const directOrderSort = sortOf(['ordered', 'cost', 'paid'])

export const directUsersAsked = z.object({
  search: line(200).default('').describe('part of the email, or the ID'),
  sort: directUserSort.default('total_orders'),
  differs: z.boolean().default(false).describe('true: only users for whom IS Direct has another value'),
})
export const directOrdersAsked = z.object({ id, sort: directOrderSort.default('-ordered') })

/** Who wins where the two sides differ. */
const winner = z.enum(['here', 'there'])

export const directUserOperations = {
  getDirectSummary: get('/api/direct-app/summary', 'Order counts and costs of all IS Direct users', {
    answer: userSummary.extend({
      users: z.number(),
      new_users: z.number(),
      differing_users: z.number(),
      synced_tm: moment.nullable().describe('the last sync of all users that succeeded'),
      connected: z.boolean(),
      job: z.object({ job_id: z.number(), job_status: z.number(), reason: z.string().nullable() }).nullable(),
    }),
  }),
  searchDirectUsers: post('/api/direct-app/user/search', 'Search IS Direct users, 25 a page', {
    reads: true,
    body: directUsersAsked.extend({ page }),
    answer: z.object({ users: z.array(foundUser), total: z.number() }),
  }),
  getDirectUser: get('/api/direct-app/user', 'Get an IS Direct user', {
    query: z.object({ id: fromText.id }),
    answer: view,
    refuses: ['not_found'],
  }),
  saveDirectUser: post('/api/direct-app/user', 'Change an IS Direct user; the change is sent by a job', {
    access: 'money',
    fresh: true,
    record: [{ read: 'getDirectUser', keys: { id: 'user.id' }, from: 'direct_user', at: 'user' }],
    body: z.object({
      version,
      user: directUserFields,
      changed_billing_plan: z.boolean().default(false).describe('the plan change was confirmed'),
    }),
    answer: z.object({
      version: z.number(),
      direct_user: directUser.nullable(),
      error: z.string().nullable(),
    }),
    refuses: ['not_found', 'conflict'],
  }),
  listDirectOrders: get('/api/direct-app/orders', 'Orders of an IS Direct user, 25 a page', {
    query: z.object({ id: fromText.id, page: fromText.page, sort: directOrderSort.default('-ordered') }),
    answer: z.object({ orders: z.array(order), total: z.number() }),
    refuses: ['not_found'],
  }),
  syncDirectUser: post('/api/direct-app/sync-user', 'Sync one IS Direct user, or all, by a job', {
    body: z.object({ id: id.nullable().default(null).describe('null: all users') }),
    answer: z.object({ job_id: z.number().nullable().describe('null: it waits in the queue already') }),
    refuses: ['not_found', 'conflict'],
  }),
  decideDirectDifferences: post(
    '/api/direct-app/differences',
    'Choose which value to keep where IS Direct has another one',
    {
      access: 'money',
      fresh: true,
      body: z.object({
        id,
        remote_version: line(200).nullable().describe('the version of IS Direct that was compared'),
        winners: z.object({
          email: winner.optional(),
          direct_plan_type_id: winner.optional(),
          next_charge_date: winner.optional(),
          monthly_orders_remaining: winner.optional(),
        }),
      }),
      answer: view,
      refuses: ['not_found', 'conflict'],
    },
  ),
}
