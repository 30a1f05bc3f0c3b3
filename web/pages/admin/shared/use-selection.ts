import { useState } from 'react'

/** The rows that somebody ticked, by their ids; they stay ticked from page to page. */
export interface Selection {
  ids: ReadonlySet<number>
  set: (ids: readonly number[], chosen: boolean) => void
  clear: () => void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    ids,
    set: (changed, chosen) => {
      const after = new Set(ids)
      for (const id of changed) {
        if (chosen) after.add(id)
        else after.delete(id)
      }
      setIds(after)
    },
    clear: () => setIds(new Set()),
  }
}
