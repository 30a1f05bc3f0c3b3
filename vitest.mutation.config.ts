import { defineConfig } from 'vitest/config'

/** The tests of domain/ alone: Stryker runs them once for each change it makes there. */
export default defineConfig({ test: { include: ['domain/**/*.test.ts'] } })
