import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processPassword, startProcess } from '#server/testing/start-process.ts'

const preload = new URL('./no-hard-links.ts', import.meta.url)
const authorization = `Basic ${Buffer.from(`admin@example.org:${processPassword}`).toString('base64')}`

test.each(['EPERM', 'EMLINK'])(
  'where a disk has no hard links (%s), the server starts, and makes, takes and restores backups',
  async code => {
    const server = await startProcess({
      NODE_OPTIONS: `--import=${preload}`,
      LINK_FAILS_WITH: code,
      PRIMARY_ADMIN_EMAIL: 'admin@example.org',
    })
    const call = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${server.origin}/api/backup${path}`, {
        ...init,
        headers: { authorization, ...init.headers },
      })
      return {
        status: response.status,
        body: await response
          .clone()
          .json()
          .catch(() => null),
        response,
      }
    }
    const json = { 'content-type': 'application/json' }
    const made = await call('', { method: 'POST', headers: json, body: '{}' })
    expect(made).toMatchObject({ status: 201 })
    const { response } = await call(`/${made.body.filename}`)
    const form = new FormData()
    form.set('backupFile', await response.blob(), 'backup.json')
    const uploaded = await call('/upload', { method: 'POST', body: form })
    expect(uploaded).toMatchObject({ status: 201, body: { kind: 'uploaded' } })
    // A second one of the same moment must not replace it.
    const again = await Promise.all(
      [1, 2, 3].map(() => call('', { method: 'POST', headers: json, body: '{}' })),
    )
    expect(new Set(again.map(({ body }) => body.filename)).size).toBe(3)
    expect(await call(`/restore/${uploaded.body.filename}`, { method: 'POST' })).toMatchObject({
      status: 200,
    })
    const names = await readdir(join(server.dataDir, 'backups'))
    expect(names.filter(name => name.startsWith('.'))).toEqual([])
  },
)
