import {
  averageKinds,
  ordersOf,
  type Sort,
  sortOrders,
  sortTypes,
} from '#features/restaurants/restaurant-sort.ts'
import { param, type Values } from '#kit/web/router/params.ts'

export const searchMaxLength = 200

/** The home page's parameters, without those of the filters and of the dialogs above it. */
export const homeParams = {
  campus: param.text(60),
  q: param.text(searchMaxLength),
  /** Absent: the list. */
  view: param.oneOf(['map']),
  /** Set by the shortcut on a device's home screen: runs 'Decide For Me' immediately. */
  decide: param.oneOf(['now']),
  /** The restaurant that was picked. */
  pick: param.id,
}

export const sortParams = {
  sort: param.oneOf(sortTypes),
  order: param.oneOf(sortOrders),
  average: param.oneOf(averageKinds),
}

/** Without parts of the order whose first part is missing. */
export function sortOf({ sort: type, order, average }: Values<typeof sortParams>): Sort {
  if (!type) return {}
  if (!order || !ordersOf(type).includes(order)) return { type }
  return { type, order, ...(type === 'ratings' && average && { average }) }
}
