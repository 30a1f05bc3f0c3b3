import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'
import { findPostgresBinaries } from '#server/testing/postgres-binaries.ts'

const postgresIsThere = Boolean(process.env.TEST_POSTGRES_URL ?? findPostgresBinaries())
if (!postgresIsThere) console.warn('PostgreSQL is not installed: the API is NOT tested on it.\n')

// These timeouts only catch hanging tests. They are generous because a busy machine can be slow.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

const api = {
  ...patience,
  include: ['server/**/*.test.ts'],
  // Server modules hold no state, so the test files of a worker can share them. Each file then loads much faster.
  isolate: false,
  expect: { poll: { timeout: 15_000 } },
}

// Tests that don't depend on the database engine: they exercise failing services, processes and clients, or read files.
// They run only once, on SQLite.
const sameOnBothEngines = [
  'server/config.test.ts',
  'server/auth/passwords.test.ts',
  'server/{images,integrations}/**',
  'server/chat/lunch-lines.test.ts',
  'server/http/{body-time,client-network,forced-errors,reply-bytes,reply-serializer,shed-load,surface,uploads,web-manifest}.test.ts',
  'server/mail/smtp.test.ts',
  'server/taste/taste.test.ts',
  'server/jobs/{concurrency-limit,ttl-cache}.test.ts',
  'server/testing/guard.test.ts',
  'server/features/accounts/single-sign-on/issuer-trouble.test.ts',
  'server/main.test.ts',
  'server/features/backups/{backup-files,format/hostile-*}.test.ts',
  'server/features/mails/mails.test.ts',
  'server/features/restaurants/positions.test.ts',
  'server/features/configuration/configuration.test.ts',
  'server/features/distances/calculate-distance.test.ts',
  'server/features/imports/{osm,yelp}/*-trouble.test.ts',
]

export default defineConfig({
  test: {
    // Many tests just wait, for a hanging service or a starting process, so there is one worker more than cores.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...patience,
          name: 'unit',
          include: ['{domain,contract,web,scripts,tests/bench}/**/*.test.{ts,tsx,mjs}'],
          // Starting a process for each file would take most of the time. Tests that change global state restore it.
          isolate: false,
        },
      },
      {
        test: {
          ...api,
          name: 'sqlite',
          env: { ENGINE: 'sqlite' },
          globalSetup: 'server/testing/sqlite-global-setup.ts',
          exclude: [...defaultExclude, 'server/testing/postgres.test.ts'],
        },
      },
      { test: { ...api, name: 'world', include: ['tests/world/**/*.test.ts'] } },
      ...(postgresIsThere
        ? [
            {
              test: {
                ...api,
                name: 'postgres',
                env: { ENGINE: 'postgres' },
                exclude: [...defaultExclude, ...sameOnBothEngines],
                globalSetup: 'server/testing/postgres-global-setup.ts',
              },
            },
          ]
        : []),
    ],
  },
})
