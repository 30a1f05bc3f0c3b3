import type { ImportedRestaurant } from '#contract/imports.ts'

export const statuses = ['new', 'duplicate', 'faulty'] as const
export type Status = ImportedRestaurant['status']

export const statusLabels: Record<Status, string> = { new: 'New', duplicate: 'Duplicate', faulty: 'Faulty' }

export function countByStatus(rows: readonly ImportedRestaurant[]): Record<Status, number> {
  const counts = { new: 0, duplicate: 0, faulty: 0 }
  for (const { status } of rows) counts[status] += 1
  return counts
}

/** The one that an address names; undefined: all of them. */
export const statusIn = (text: unknown): Status | undefined => statuses.find(status => status === text)
