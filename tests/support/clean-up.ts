import { afterAll, onTestFinished } from 'vitest'

/** Runs this when the test has finished, or outside of a test when all tests of the file have. */
export function cleanUpAfterTests(cleanUp: () => Promise<void>): void {
  // afterAll has no effect within a test, and onTestFinished throws outside of one.
  try {
    onTestFinished(cleanUp)
  } catch {
    afterAll(cleanUp)
  }
}
