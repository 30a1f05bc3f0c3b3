/** Waits for some work as long as the limit, in milliseconds; then throws what is late. The work itself goes on, unheard. */
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
