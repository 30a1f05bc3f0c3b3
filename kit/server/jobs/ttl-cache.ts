export type TtlCache<T> = {
  read: () => Promise<T>
  /** Makes the next read load the value again; call it after the commit of a change. */
  invalidate: () => void
}

/** Caches a value that many callers need and that may be `milliseconds` old. They share the value and its loading. */
export function createTtlCache<T>(milliseconds: number, load: () => Promise<T>): TtlCache<T> {
  let last: { value: Promise<T>; until: number } | undefined
  return {
    read: () => {
      // The monotonic clock: setting the system clock back must not prolong the value's life.
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
