/**
 * Waits for `work`, but at most `limit` milliseconds; then throws the error that `late` returns. The work
 * itself continues, and its result is ignored.
 */
export async function inTime<T>(limit: number, late: () => Error, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limit)
  })
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
