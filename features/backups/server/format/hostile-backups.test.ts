// On one engine: archives that are refused before they are stored.
import { describe, expect, test } from 'vitest'
import { archiveOf } from '#tests/support/backups/archives.ts'
import { type Row, readBackup, startBackupTarget, type Tables } from '#tests/support/backups/backup-target.ts'
import { inspectBackup } from '../../contract.ts'

const target = await startBackupTarget()
const { root, json, zip, upload, listUploads, removeUploads, expectRejected } = target
const { documentWith, document, manifest } = target

test('backups written here can be uploaded again, each under a new name [T-92]', async () => {
  for (const content of [
    json,
    zip,
    json,
    documentWith(() => undefined),
    await archiveOf([document, manifest()]),
  ])
    expect((await upload(content)).status).toBe(201)
  const uploads = await listUploads()
  expect(new Set(uploads.map(({ filename }) => filename)).size).toBe(5)
  expect(uploads.filter(({ hasImages }) => hasImages)).toHaveLength(2)
})

test('a backup with a table that later versions don’t have can be used without it [T-92]', async () => {
  const content = documentWith(tables => {
    tables.leftLunches = [{ lunchId: 1, userId: 1, leavesAt: '2026-01-01T12:00:00.000Z', version: 1 }]
  })
  const { body, message } = await upload(content)
  expect((await root.call(inspectBackup, { params: { filename: body.filename } })).status, message).toBe(200)
})

test('uploading without a file is rejected with a message', async () => {
  const form = new FormData()
  form.append('backupFile', '')
  const reply = await root.fetch('/api/backup/upload', { method: 'POST', body: form })
  expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
    400,
    'Please select a backup file to upload',
  ])
})

describe('uploading', () => {
  test.each<[string, Buffer | string]>([
    ['text', 'hello'],
    ['a program', Buffer.from('MZ\x90\0\x03')],
    ['a dump of another database', '-- MySQL dump 10.13\nDROP TABLE IF EXISTS `users`;\n'],
    ['an empty object', '{}'],
    ['an array', '[]'],
    ['another format', documentWith(() => undefined, { format: 'someone-elses' })],
    ['half a backup', json.subarray(0, json.length / 2)],
    ['a backup without its end', json.subarray(0, json.length - 3)],
    ['half an archive', zip.subarray(0, zip.length / 2)],
    ['deep nesting', `{"format":"common-table-backup","counts":${'['.repeat(50_000)}`],
    [
      'deep nesting in a line',
      documentWith(() => undefined, {
        deep: JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`),
        version: 0,
      }),
    ],
    ['nothing but tables', JSON.stringify({ tables: {} })],
    [
      'nothing but brackets',
      `{"format":"common-table-backup","version":1,"tables":{"users":[${'[],'.repeat(2_100_000)}[]]}}`,
    ],
    ['a line that is too long', `${documentWith(() => undefined).split('\n')[0]}\n${'x'.repeat(2_000_000)}`],
    ['a backup with trailing data', `${json}{}\n`],
    [
      'a backup with more rows than it declares',
      json.toString().replace('{"table":"campuses","rows":14}', '{"table":"campuses","rows":13}'),
    ],
  ])('%s is rejected [T-95]', async (_name, content) => {
    await expectRejected(content)
  })

  test('a backup of a newer version is rejected with 409 and names both versions [T-95]', async () => {
    const { message } = await expectRejected(
      documentWith(() => undefined, { version: 3 }),
      409,
    )
    expect(message).toContain('version 3')
    expect(message).toContain('up to 2')
    await expectRejected(await archiveOf([document, manifest({ version: 7 })]), 409)
    await expectRejected(
      documentWith(() => undefined, { migration: '9999-later' }),
      409,
    )
  })
})

describe('a changed backup', () => {
  test('with one changed byte is rejected unless its rows are unaffected [T-94]', async () => {
    for (const original of [json, zip]) {
      for (let i = 1; i <= 10; i += 1) {
        const changed = Buffer.from(original)
        const position = Math.floor((changed.length * i) / 11)
        changed[position] = (changed[position] ?? 0) ^ 0x01
        const { status } = await upload(changed)
        expect([201, 400]).toContain(status)
        if (status === 201) expectSameRows(original, changed)
      }
      await removeUploads()
    }
  })

  test.each(['users', 'ratings', 'campuses', 'auditLogs'])(
    'without a row of %s, or without that table, is rejected [T-94]',
    async table => {
      const lines = json.toString().split('\n')
      const start = lines.findIndex(line => line.startsWith(`{"table":"${table}"`))
      const without = (count: number) => lines.toSpliced(start + (count > 1 ? 0 : 1), count).join('\n')
      await expectRejected(without(1))
      await expectRejected(without(1 + JSON.parse(lines[start] ?? '').rows))
    },
  )
})

describe('a backup with', () => {
  const first = (table: string, fields: Row) => (tables: Tables) =>
    Object.assign(tables[table]?.[0] ?? {}, fields)
  const again = (table: string) => (tables: Tables) => tables[table]?.push({ ...tables[table][0] })

  test.each<[string, (tables: Tables) => void]>([
    ['an unknown role', first('users', { role: 'root' })],
    ['a role in a list', first('users', { role: ['admin'] })],
    ['an unknown column', first('users', { isGod: true })],
    [
      'a column of a prototype',
      tables => tables.users?.push(JSON.parse('{"__proto__":{"role":"super-user"}}')),
    ],
    [
      'a password hash that is too expensive to verify',
      first('users', { passwordHash: '$argon2id$v=19$m=1073741824,t=99,p=1$c29tZXNhbHQ$aGFzaA' }),
    ],
    ['a password in plain text', first('users', { passwordHash: 'correct horse' })],
    ['an id beyond the integer range', first('restaurants', { id: 2 ** 53 + 2 })],
    ['an id as text', first('restaurants', { id: '5' })],
    ['six stars', first('ratings', { value: 6 })],
    ['half a star', first('ratings', { value: 2.5 })],
    ['a script as a web address', first('restaurants', { websiteUrl: 'javascript:alert(1)' })],
    ['a comment of ten megabytes', first('ratings', { comment: 'x'.repeat(10 * 1024 * 1024) })],
    ['a null character', first('restaurants', { name: 'a\0b' })],
    ['an invalid time', first('ratings', { createdAt: 'yesterday' })],
    ['a picture that is a path', first('users', { imageHash: '../../etc/passwd' })],
    ['a duplicate email', again('users')],
    ['a rating of an unknown user', first('ratings', { userId: 99_999 })],
    ['a restaurant of an unknown campus', first('restaurants', { campusCode: 'nowhere' })],
    ['no campus at all', tables => Object.assign(tables, { campuses: [], users: [], restaurants: [] })],
    ['an invalid snapshot in the trash', first('trash', { snapshot: '{"restaurant":{"id":1}}' })],
    ['a table that does not exist', tables => Object.assign(tables, { sessions: [] })],
    ['rows that are not objects', tables => Object.assign(tables, { users: [[1, 2, 3]] })],
    ['a table that is not a list', tables => Object.assign(tables, { users: {} as never })],
  ])('%s is rejected [T-58 T-96]', async (_name, change) => {
    const content = documentWith(change)
    const { error } = await expectRejected(content)
    expect(JSON.stringify(error).length).toBeLessThan(3000)
  })

  test('many problems is rejected, listing only the first of them [T-96]', async () => {
    const { error } = await expectRejected(
      documentWith(tables => {
        for (const user of tables.users ?? []) user.role = 'root'
      }),
    )
    expect(error.errors?.[0]?.path).toBe('users.0.role')
    expect(error.errors?.length).toBeLessThanOrEqual(5)
  })
})

test('a twenty-first uploaded backup is rejected [T-92]', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 21; i += 1) statuses.push((await upload(json)).status)
  expect(statuses).toEqual([...Array(20).fill(201), 409])
})

function expectSameRows(original: Buffer, changed: Buffer): void {
  if (original === zip) return
  expect(readBackup(changed).tables).toEqual(readBackup(original).tables)
}
