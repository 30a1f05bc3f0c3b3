import { useState } from 'react'
import { ApiError, call } from '#kit/web/api/call.ts'
import { useSend } from '#kit/web/api/use-write.ts'
import type { Selection } from '#kit/web/list/selection.tsx'
import { restoreTrash, type TrashItem, type TrashKind, trashKinds } from '../../contract.ts'

/** How many items were restored, and which had to stay in the trash, and why. */
export interface Restored {
  count: number
  left: { item: TrashItem; message: string }[]
}

/** Restores items of any kind; a single one is named afterwards. Restaurants come first, since ratings need theirs. */
export function useRestore() {
  return useSend<Restored, Request>(restore, {
    touches: ['restaurants', 'alerts'],
    waits: true,
    done: ({ count }, { items, name }) => {
      if (count === 0) return undefined
      return items.length === 1 ? `${name} restored` : `${count.toLocaleString('en-US')} restored`
    },
    failed: 'Failed to restore',
  })
}

interface Request {
  items: readonly TrashItem[]
  name: string
}

async function restore({ items }: Request): Promise<Restored> {
  const restored: Restored = { count: 0, left: [] }
  for (const kind of trashKinds) {
    const requested = items.filter(item => item.kind === kind)
    if (requested.length === 0) continue
    const ids = requested.map(({ itemId }) => itemId)
    const { count, skipped } = await restoreOf(kind, ids)
    restored.count += count
    for (const { id, message } of skipped) {
      const item = requested.find(({ itemId }) => itemId === id)
      if (item) restored.left.push({ item, message })
    }
  }
  return restored
}

/** If another user already restored all items of this kind (404), the other kinds are still restored. */
async function restoreOf(kind: TrashKind, ids: number[]) {
  try {
    return await call(restoreTrash, { body: { kind, ids } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { message } = error
    return { count: 0, skipped: ids.map(id => ({ id, message })) }
  }
}

/** The selected rows. Keeps whole rows, since restoring needs their kinds even when another page is shown. */
export function useTicked(rows: readonly TrashItem[]): Selection & { items: TrashItem[] } {
  const [ticked, setTicked] = useState<ReadonlyMap<number, TrashItem>>(new Map())
  return {
    ids: new Set(ticked.keys()),
    items: [...ticked.values()],
    set: (ids, chosen) =>
      setTicked(before => {
        const after = new Map(before)
        for (const id of ids) {
          const item = rows.find(row => row.id === id)
          if (chosen && item) after.set(id, item)
          else after.delete(id)
        }
        return after
      }),
    clear: () => setTicked(new Map()),
  }
}
