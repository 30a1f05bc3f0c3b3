const retryAfter = 2_000

/** Loads what a page can do without until it comes: again and again, since the connection may be away. */
export const loadPatiently = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async () => {
    await new Promise(resolve => setTimeout(resolve, retryAfter))
    return loadPatiently(load)
  })
