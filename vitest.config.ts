import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'
import { findPostgresBinaries } from './tests/support/databases/postgres-binaries.ts'
import { compileCache } from './tests/support/processes/compile-cache.ts'
import { filesForPostgres, onlyPostgres } from './vitest.engines.ts'

const postgresIsThere = Boolean(process.env.TEST_POSTGRES_URL ?? findPostgresBinaries())
if (!postgresIsThere) console.warn('PostgreSQL is not installed: the API is NOT tested on it.\n')

// These timeouts only catch hanging tests. They are generous because a busy machine can be slow.
const patience = { testTimeout: 180_000, hookTimeout: 180_000 }

const api = {
  ...patience,
  include: [
    '{kit/server,features/*/server}/**/*.test.ts',
    'app/*.test.ts',
    'app/!(web)/**/*.test.ts',
    'tests/{api,support}/**/*.test.ts',
  ],
  // Server modules hold no state, so the test files of a worker can share them. Each file then loads much faster.
  isolate: false,
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    // Many tests just wait, for a hanging service or a starting process, so there is one worker more than cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: [
            '{kit/!(server),features/*/!(server),app/web,scripts,tests/bench}/**/*.test.{ts,tsx,mjs}',
            'features/*/*.test.ts',
            'kit/rules/*.test.ts',
          ],
          // Starting a process for each file would take most of the time. Tests that change global state restore it.
          isolate: false,
        },
      },
      {
        test: {
          ...api,
          name: 'sqlite',
          env: { ENGINE: 'sqlite', ...compileCache },
          globalSetup: 'tests/support/databases/sqlite-global-setup.ts',
          exclude: [...defaultExclude, onlyPostgres],
        },
      },
      {
        test: {
          ...api,
          name: 'world',
          include: ['tests/world/**/*.test.ts'],
          env: { ENGINE: 'sqlite', ...compileCache },
          globalSetup: 'tests/support/databases/sqlite-global-setup.ts',
        },
      },
      {
        test: {
          name: 'reliability',
          include: ['tests/reliability/**/*.test.ts'],
          env: { ENGINE: 'sqlite' },
          globalSetup: [
            'tests/support/databases/sqlite-global-setup.ts',
            'tests/reliability/support/global-setup.ts',
          ],
          // Faults take their time, and would disturb each other.
          testTimeout: 30 * 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      ...(postgresIsThere
        ? [
            {
              test: {
                ...api,
                name: 'postgres',
                env: { ENGINE: 'postgres', ...compileCache },
                include: filesForPostgres(),
                globalSetup: 'tests/support/databases/postgres-global-setup.ts',
              },
            },
          ]
        : []),
    ],
  },
})
