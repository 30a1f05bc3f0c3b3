import { useState } from 'react'

/** The rows that somebody ticked, by their ids; they stay ticked from page to page. */
export interface Selection<Id = number> {
  ids: ReadonlySet<Id>
  set: (ids: readonly Id[], chosen: boolean) => void
  clear: () => void
}

export function useSelection<Id = number>(): Selection<Id> {
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
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
