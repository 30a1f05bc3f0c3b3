import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'
import { findPostgresBinaries } from '#server/testing/postgres-binaries.ts'

const postgresIsThere = Boolean(process.env.TEST_POSTGRES_URL ?? findPostgresBinaries())
if (!postgresIsThere) console.warn('PostgreSQL is not installed: the API is NOT tested on it.\n')

// Limits against hanging, not measures of speed: a busy machine may take its time.
const api = {
  include: ['server/**/*.test.ts'],
  // No module of the server holds state, so the files of a worker share them: each loads in a fraction of the time.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{domain,contract,web,scripts}/**/*.test.{ts,tsx,mjs}'],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          ...api,
          name: 'sqlite',
          env: { ENGINE: 'sqlite' },
          exclude: [...defaultExclude, 'server/testing/postgres.test.ts'],
        },
      },
      ...(postgresIsThere
        ? [
            {
              test: {
                ...api,
                name: 'postgres',
                env: { ENGINE: 'postgres' },
                globalSetup: 'server/testing/postgres-global-setup.ts',
              },
            },
          ]
        : []),
    ],
  },
})
