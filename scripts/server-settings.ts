/** How Node runs the server, for `npm start`, the demo, the container and the benchmarks: see decision 45. */
export const serverEnvironment = {
  // Compiled code is kept for the next start.
  NODE_COMPILE_CACHE: '.cache/compiled',
  // Freed memory goes back to the system: glibc keeps it in an arena per thread, and in blocks of up to 32 MB.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}
// Garbage is collected early instead of letting the heap grow by up to a factor of three.
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=20']
