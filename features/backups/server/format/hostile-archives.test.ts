// On one engine: archives that are refused before they are stored.
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { archiveOf, offsetsOf, withFirstEntry } from '#tests/support/backups/archives.ts'
import { header, startBackupTarget } from '#tests/support/backups/backup-target.ts'
import { dataEntry, sha256 } from './backup-format.ts'

const { zip, upload, expectRejected, document, manifest } = await startBackupTarget()

describe('an archive with', () => {
  const png = Buffer.from('\x89PNG\r\n\x1A\n, and a script', 'latin1')
  const named = (bytes: Buffer) => ({ name: `images/${sha256(bytes)}.webp`, bytes })
  const listing = (bytes: Buffer) =>
    manifest({
      entries: { [dataEntry]: sha256(document.bytes), [named(bytes).name]: sha256(bytes) },
      images: [{ hash: sha256(bytes), cardHash: sha256(bytes), createdAt: header.createdAt }],
    })

  test.each<[string, () => Promise<Buffer>]>([
    ['a name that leads out of the folder', async () => renamed('../../../../evil.sh')],
    ['an absolute name', async () => renamed('/etc/cron.d/evil')],
    ['a backslash', async () => renamed('images\\evil.webp')],
    ['a drive letter', async () => renamed('C:\\evil.webp')],
    ['an unexpected file', () => archiveOf([document, manifest(), { name: 'evil.js', bytes: png }])],
    [
      'a nested archive',
      async () => archiveOf([document, manifest(), { name: 'images/nested.zip', bytes: zip }]),
    ],
    ['a symbolic link', () => archiveOf([{ ...document, mode: 0o120777 }, manifest()])],
    ['a duplicate name', () => archiveOf([document, document, manifest()])],
    ['no manifest', () => archiveOf([document])],
    ['no data', () => archiveOf([manifest()])],
    ['an invalid manifest', () => archiveOf([document, { name: 'manifest.json', bytes: png }])],
    ['an invalid picture', () => archiveOf([document, named(png), listing(png)])],
    ['an unlisted picture', () => archiveOf([document, named(png), manifest()])],
    ['a missing picture', () => archiveOf([document, listing(png)])],
    [
      'a picture with other contents than listed',
      () => archiveOf([document, { ...named(png), bytes: document.bytes }, listing(png)]),
    ],
    [
      'data with another checksum than listed',
      () => archiveOf([document, manifest({ entries: { [dataEntry]: sha256('other') } })]),
    ],
    ['more entries than it lists', async () => crowd(600)],
    [
      'a manifest longer than its entries need',
      () => archiveOf([document, manifest({ note: 'x'.repeat(70_000) })]),
    ],
    ['a manifest of brackets', () => archiveOf([document, manifest({ note: Array(10_000).fill([]) })])],
    [
      'a decompression bomb',
      async () => archiveOf([{ name: dataEntry, bytes: Buffer.alloc(70 * 1024 * 1024, ' ') }, manifest()]),
    ],
    ['a decompression bomb that lies about its size', async () => lyingBomb()],
    ['an encrypted entry', async () => encrypted()],
    ['overlapping entries', async () => overlapping()],
  ])('%s is rejected [T-93]', async (_name, make) => {
    await expectRejected(await make())
  })

  test('trailing data is either accepted or rejected, without a server error [T-93]', async () => {
    const reply = await upload(Buffer.concat([zip, Buffer.from('#!/bin/sh\nrm -rf /\n')]))
    expect([201, 400]).toContain(reply.status)
  })

  test('more entries than allowed is rejected before they are read [T-93]', async () => {
    const { message } = await expectRejected(await announcing(100_003))
    expect(message).toContain('it has more than 100002 entries')
  })

  test.each([
    ['many small files that compress', 'it is', () => crowd(100, Buffer.alloc(1024 * 1024))],
    [
      'one file, beside a large one, that compresses',
      `${dataEntry} is`,
      () =>
        archiveOf([{ ...document, bytes: Buffer.alloc(2 * 1024 * 1024) }, named(randomBytes(1024 * 1024))]),
    ],
  ])('%s too well is rejected before it is read [T-93]', async (_, what, make) => {
    const { message } = await expectRejected(await make())
    expect(message).toContain(`${what} suspiciously small`)
  })

  test('one card image shared by too many pictures is rejected before it is unpacked [T-93]', async () => {
    const shared = randomBytes(10 * 1024 * 1024)
    const pictures = Array.from({ length: 4_000 }, (_, i) => Buffer.from(String(i)))
    // Some have cards of their own: with more entries, the manifest may be as long as this one.
    const cards = pictures.map((_, i) => (i < 600 ? Buffer.from(`card ${i}`) : shared))
    const parts = [...new Set([...pictures, ...cards])].map(named)
    const entries = Object.fromEntries([document, ...parts].map(({ name, bytes }) => [name, sha256(bytes)]))
    const sharedHash = sha256(shared)
    const hashOf = (bytes: Buffer) => (bytes === shared ? sharedHash : sha256(bytes))
    const images = pictures.map((bytes, i) => ({
      hash: sha256(bytes),
      cardHash: hashOf(cards[i] ?? shared),
      createdAt: header.createdAt,
    }))
    const { message } = await expectRejected(
      await archiveOf([document, manifest({ entries, images }), ...parts]),
    )
    expect(message).toContain('its pictures are larger than 32 GB')
  })

  async function renamed(name: string): Promise<Buffer> {
    const placeholder = 'x'.repeat(name.length)
    const archive = await archiveOf([document, manifest(), { name: placeholder, bytes: png }])
    return Buffer.from(archive.toString('latin1').replaceAll(placeholder, name), 'latin1')
  }

  async function crowd(count: number, bytes = Buffer.alloc(0)): Promise<Buffer> {
    const entries = Array.from({ length: count }, (_, i) => ({
      name: `images/${sha256(String(i))}.webp`,
      bytes,
    }))
    return archiveOf([document, manifest(), ...entries])
  }

  /** Claims to have this many entries, in the ZIP64 fields for archives with more than 65,534. */
  async function announcing(count: number): Promise<Buffer> {
    const archive = await archiveOf([document, manifest()])
    const [end = 0] = offsetsOf(archive, 'PK\x05\x06')
    const record = Buffer.alloc(56)
    record.write('PK\x06\x06', 'latin1')
    record.writeUInt32LE(count, 32)
    record.writeUInt32LE(archive.readUInt32LE(end + 16), 48)
    const locator = Buffer.alloc(20)
    locator.write('PK\x06\x07', 'latin1')
    locator.writeUInt32LE(end, 8)
    return Buffer.concat([archive.subarray(0, end), record, locator, archive.subarray(end)])
  }

  /** Claims one kilobyte, but inflates to eighty megabytes. */
  async function lyingBomb(): Promise<Buffer> {
    const bomb = deflateRawSync(Buffer.alloc(80 * 1024 * 1024, ' '))
    const archive = await archiveOf([{ name: dataEntry, bytes: Buffer.alloc(1024, 'x') }, manifest()])
    return withFirstEntry(archive, dataEntry, bomb)
  }

  async function encrypted(): Promise<Buffer> {
    const archive = await archiveOf([document, manifest()])
    for (const at of offsetsOf(archive, 'PK\x01\x02')) archive[at + 8] = (archive[at + 8] ?? 0) | 1
    return archive
  }

  async function overlapping(): Promise<Buffer> {
    const archive = await archiveOf([document, manifest(), named(png)])
    const directory = offsetsOf(archive, 'PK\x01\x02')
    const [first, , third] = directory
    archive.copy(archive, (third ?? 0) + 42, (first ?? 0) + 42, (first ?? 0) + 46)
    return archive
  }
})
