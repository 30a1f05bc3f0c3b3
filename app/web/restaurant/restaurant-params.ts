import { param } from '#kit/web/router/params.ts'

/** The dialogs about a restaurant above a page, as the address names them. */
export const restaurantParams = {
  /** The restaurant whose details are open. */
  restaurant: param.id,
  /** Which of its two editors is open above the details. */
  edit: param.oneOf(['details', 'team']),
  /** The restaurant that is being rated. */
  rate: param.id,
}
