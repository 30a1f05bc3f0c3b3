/** Lets the process that started this one ask how much processor time it took so far, in milliseconds. */
export function tellCpuTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
  })
}
