/** The dialogs about one restaurant, as the address names them. */
export type DialogSearch = {
  /** The restaurant whose details are open. */
  restaurant?: number
  /** Which of its two editors is open above the details. */
  edit?: 'details' | 'team'
  /** The restaurant that is being rated. */
  rate?: number
}

export function parseDialogSearch(search: Record<string, unknown>): DialogSearch {
  const restaurant = parseId(search.restaurant)
  const rate = parseId(search.rate)
  const { edit } = search
  return {
    ...(restaurant && { restaurant }),
    ...(rate && { rate }),
    ...(restaurant && (edit === 'details' || edit === 'team') && { edit }),
  }
}

/** The id of a restaurant in the address, or undefined. */
export function parseId(value: unknown): number | undefined {
  const text = String(value ?? '')
  const id = Number(text)
  return /^[1-9]\d{0,9}$/.test(text) && id <= largestId ? id : undefined
}

const largestId = 2_147_483_647
