/**
 * The milliseconds for which some work keeps processors busy in this process, helper threads included. Unlike the time
 * on a clock, it stays the same while other processes run.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
