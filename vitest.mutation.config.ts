import { defineConfig } from 'vitest/config'

/** The tests of the rules alone: Stryker runs those that reach a change it made, once for each change. */
export default defineConfig({
  test: {
    include: ['kit/rules/**/*.test.ts', 'features/*/!(server|web)/*.test.ts', 'features/*/*.test.ts'],
    testTimeout: 60_000,
  },
})
