import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createServer } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFiles } from './compress.ts'
import { findImportCycle } from './fail-on-import-cycle.ts'
import { hashSources } from './sources.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'build-'))
  await mkdir(join(folder, 'inner'))
  await writeFile(join(folder, 'inner/page.ts'), 'page')
})
afterEach(() => rm(folder, { recursive: true }))

test('the hash depends on the contents and names of files in all subfolders, except tests', async () => {
  const before = await hashSources([folder])
  expect(await hashSources([folder])).toBe(before)
  await writeFile(join(folder, 'inner/page.test.ts'), 'test')
  expect(await hashSources([folder])).toBe(before)
  await writeFile(join(folder, 'inner/page.ts'), 'changed')
  const changed = await hashSources([folder])
  expect(changed).not.toBe(before)
  await writeFile(join(folder, 'inner/added.ts'), '')
  expect(await hashSources([folder])).not.toBe(changed)
})

test('text files get compressed copies, small and already compressed files don’t', async () => {
  const script = 'export const lunch = true\n'.repeat(100)
  await writeFile(join(folder, 'inner/script.js'), script)
  await writeFile(join(folder, 'small.css'), 'a{}')
  await writeFile(join(folder, 'photo.webp'), 'x'.repeat(5000))
  await compressFiles(folder)
  expect((await readdir(folder)).sort()).toEqual(['inner', 'photo.webp', 'small.css'])
  expect(brotliDecompressSync(await readFile(join(folder, 'inner/script.js.br'))).toString()).toBe(script)
  expect(gunzipSync(await readFile(join(folder, 'inner/script.js.gz'))).toString()).toBe(script)
})

test('import cycles between files are found, however long they are', () => {
  const tree: [string, string[]][] = [
    ['page', ['dialogs', 'libraries']],
    ['dialogs', ['icons', 'libraries']],
    ['icons', ['libraries']],
  ]
  expect(findImportCycle(new Map(tree))).toBeUndefined()
  expect(findImportCycle(new Map([...tree, ['libraries', ['dialogs']]]))).toEqual([
    'dialogs',
    'icons',
    'libraries',
    'dialogs',
  ])
})

test('components are memoized, those with default values, too', async () => {
  const vite = await createServer({ server: { middlewareMode: true, ws: false }, logLevel: 'error' })
  const { code } =
    (await vite.transformRequest(`/@fs${process.cwd()}/kit/web/ui/avatar.tsx`).finally(() => vite.close())) ??
    {}
  expect(code).toMatch(/compiler-?runtime/i)
})
