import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { npmDemo, npmStart } from './npm-start.ts'

test('the demo and the container start the server with the same flags and environment as npm start', async () => {
  expect(npmStart.environment).toMatchObject({ MALLOC_ARENA_MAX: '2' })
  expect(npmStart.flags.length).toBeGreaterThan(0)
  expect(npmDemo).toEqual({ ...npmStart, environment: { ...npmStart.environment, DATA_DIR: './data-demo' } })

  const file = await readFile('Dockerfile', 'utf8')
  const command = JSON.parse(/^CMD (.*)$/m.exec(file)?.[1] ?? '') as string[]
  expect(command).toEqual(['node', ...npmStart.flags, 'server/main.ts'])
  const settings = /^ENV (NODE_COMPILE_CACHE=.*)$/m.exec(file)?.[1]?.split(' ') ?? []
  const { NODE_COMPILE_CACHE: _, ...environment } = npmStart.environment
  expect(settings.slice(1)).toEqual(Object.entries(environment).map(pair => pair.join('=')))
})
