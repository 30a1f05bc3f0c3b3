/** Lets the parent process ask for this process' resource usage; exits with the parent. */
export type Usage = { cpuMs: number; rssMb: number; peakMb: number }

export function reportUsage(): void {
  process.once('disconnect', () => process.exit(0))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const usage: Usage = {
      cpuMs: (user + system) / 1000,
      rssMb: process.memoryUsage.rss() / 1e6,
      peakMb: process.resourceUsage().maxRSS / 1000,
    }
    process.send?.(usage)
  })
}
