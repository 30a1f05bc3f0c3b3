/** Loaded into a process before its own script: SIGUSR2 causes an unhandled rejection. */
process.on('SIGUSR2', () => void Promise.reject(new Error('a promise that nobody waits for')))
