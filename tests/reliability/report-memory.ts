/**
 * Loaded into a process before its own script: prints the peak memory in kilobytes when the process exits.
 */
process.once('exit', () => console.error(`largest memory: ${process.resourceUsage().maxRSS}`))
