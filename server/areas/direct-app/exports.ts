import {
  directOrderStates,
  type DirectOrder,
  type FoundDirectUser,
} from '#contract/direct-app/direct-users.ts'
import { byQuery, exportedList } from '#server/platform/files/exported.ts'
import { selectDirectOrders, selectDirectUsers } from './read.ts'

export const directAppExports = [
  exportedList<'direct_users', FoundDirectUser>({
    list: 'direct_users',
    ...byQuery((_db, filters) => selectDirectUsers(filters)),
    values: {
      id: (u) => u.id,
      email: (u) => u.email,
      plan: (u) => u.plan,
      registered: (u) => u.registered_at,
      next_charge: (u) => u.next_charge_date,
      left: (u) => u.monthly_orders_remaining,
      orders: (u) => u.total_orders,
      paid: (u) => u.paid_orders,
      last: (u) => u.last_order_at,
      differs: (u) => (u.differs ? 'Differs' : ''),
    },
  }),
  exportedList<'direct_orders', DirectOrder>({
    list: 'direct_orders',
    ...byQuery((_db, filters) => selectDirectOrders(filters)),
    values: {
      id: (o) => o.direct_order_id,
      ordered: (o) => o.ordered_at,
      state: (o) => directOrderStates[o.state],
      cost: (o) => o.cost,
      paid: (o) => o.paid_at,
    },
  }),
]
