/** Loaded into a process before its own script: after SIGUSR2 it leaks memory. */
const kept: unknown[] = []
process.on(
  'SIGUSR2',
  () => void setInterval(() => kept.push(Array.from({ length: 250_000 }, (_, i) => i + 0.5)), 50),
)
