/// <reference types="vite/client" />
import { expect, test } from 'vitest'
import { apiModules } from '#app/contract.ts'
import { settingKeys, settingOf } from '#features/settings/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'

const sources = import.meta.glob<string>(['/{app,kit,features}/**/*.{ts,tsx}', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every topic that a write touches is one of some reply, and every reply’s topics are touched', () => {
  const named = Object.values(sources).flatMap(source =>
    [
      ...source.matchAll(
        /(?:touches: |Topics = |refresh\(queryClient, )\[(.*?)\]|isMadeOf\(queryKey, (.*?)\)/g,
      ),
    ].flatMap(([, list, one]) => [...(list ?? one ?? '').matchAll(/'([^']+)'/g)].map(([, topic]) => topic)),
  )
  const touched = [...named, ...settingKeys.flatMap(key => settingOf(key).changes ?? [])]
  const topics = apiModules.flatMap(({ exports }) =>
    Object.values(exports).flatMap(value => (value as Endpoint).topics ?? []),
  )
  expect([...new Set(touched)].sort()).toEqual([...new Set(topics)].sort())
})
