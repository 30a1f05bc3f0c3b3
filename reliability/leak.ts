/** Loaded into a process before its own script: at a signal it begins to keep ever more memory. */
const kept: unknown[] = []
process.on(
  'SIGUSR2',
  () => void setInterval(() => kept.push(Array.from({ length: 250_000 }, (_, i) => i + 0.5)), 50),
)
