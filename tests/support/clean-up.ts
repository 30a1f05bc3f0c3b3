// Playwright's tests and the benchmarks start programs, too, and can't load Vitest.
const vitest = process.env.VITEST ? await import('vitest') : undefined

/** Runs this when the test has finished, or outside of a test when all tests of the file have; only in Vitest. */
export function cleanUpAfterTests(cleanUp: () => Promise<void>): void {
  // afterAll has no effect within a test, and onTestFinished throws outside of one.
  try {
    vitest?.onTestFinished(cleanUp)
  } catch {
    vitest?.afterAll(cleanUp)
  }
}
