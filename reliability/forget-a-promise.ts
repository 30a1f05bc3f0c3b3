/** Loaded into a process before its own script: at a signal, a promise fails that nobody waits for. */
process.on('SIGUSR2', () => void Promise.reject(new Error('a promise that nobody waits for')))
