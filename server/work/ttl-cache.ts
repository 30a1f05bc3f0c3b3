export type TtlCache<T> = {
  read: () => Promise<T>
  /** Makes the next read load it again; call it after the commit of a change. */
  invalidate: () => void
}

/** Something that many ask for and that may be so many milliseconds old: all of them share it, the loading included. */
export function createTtlCache<T>(milliseconds: number, load: () => Promise<T>): TtlCache<T> {
  let last: { value: Promise<T>; until: number } | undefined
  return {
    read: () => {
      // The monotonic clock: one that is set back must not make it older.
      if (last && performance.now() < last.until) return last.value
      const latest = { value: load(), until: performance.now() + milliseconds }
      last = latest
      latest.value.catch(() => {
        if (last === latest) last = undefined
      })
      return latest.value
    },
    invalidate: () => {
      last = undefined
    },
  }
}
