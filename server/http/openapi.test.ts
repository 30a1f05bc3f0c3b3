// On both engines: transactions.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startApp } from '#server/testing/start-app.ts'
import { documentText } from './openapi.ts'

const app = await startApp()

test('docs/openapi.json matches the schemas (if not: npm run openapi)', async () => {
  const kept = await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
  expect(kept).toBe(await documentText(app.app))
})

test('errors are JSON, even if the reply would be a file', async () => {
  const { paths } = JSON.parse(await documentText(app.app))
  const calls = Object.values<object>(paths).flatMap(path => Object.values(path))
  const types = calls.flatMap(({ responses }) => Object.keys(responses['4XX'].content))
  expect(new Set(types)).toEqual(new Set(['application/json']))
  const file = await app.as(null).fetch('/api/images/unknown')
  expect([file.status, file.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
})

test('everyone may read the document and its page, whose assets come from this server', async () => {
  const document = await app.as(null).fetch('/api/openapi.json')
  expect(document.status).toBe(200)
  expect(await document.json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Common Table' } })
  const page = await app.as(null).fetch('/api/docs/')
  expect(page.status).toBe(200)
  const assets = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1] ?? '')
  expect(assets.length).toBeGreaterThan(2)
  for (const asset of assets) {
    const url = new URL(asset, `${app.origin}/api/docs/`)
    expect(url.origin).toBe(app.origin)
    expect((await fetch(url)).status).toBe(200)
  }
})
