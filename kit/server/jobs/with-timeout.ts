/**
 * Waits for `work`, but at most `limit` milliseconds; then throws `timeoutError()`. The work
 * itself continues, and its result is ignored.
 */
export async function withTimeout<T>(
  limit: number,
  timeoutError: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), limit)
  })
  try {
    return await Promise.race([work(), timedOut])
  } finally {
    clearTimeout(timer)
  }
}
