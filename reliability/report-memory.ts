/** Loaded into a process before its own script: says at its end how much memory it had at most, in kilobytes. */
process.once('exit', () => console.error(`largest memory: ${process.resourceUsage().maxRSS}`))
