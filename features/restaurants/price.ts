export const prices = ['$', '$$', '$$$', '$$$$'] as const
export type Price = (typeof prices)[number]

export const priceLabels: Record<Price, string> = {
  $: 'Inexpensive',
  $$: 'Moderate',
  $$$: 'Expensive',
  $$$$: 'Very Expensive',
}
