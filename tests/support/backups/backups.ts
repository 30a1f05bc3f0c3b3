import { expect } from 'vitest'
import { createBackup, restoreBackup, uploadBackup } from '#features/backups/contract.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/** What a super-user does with backups; each step must succeed. */
export function backupsOf(root: ReturnType<TestApp['as']>) {
  async function backUp(includeImages = false): Promise<string> {
    const { status, message, body } = await root.call(createBackup, { body: { includeImages } })
    expect(status, message).toBe(201)
    return body.filename
  }

  async function download(filename: string): Promise<Buffer> {
    const reply = await root.fetch(`/api/backup/${filename}`)
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer())
  }

  async function upload(content: Buffer | string): Promise<string> {
    const { status, message, body } = await root.call(uploadBackup, { file: new Blob([content as never]) })
    expect(status, message).toBe(201)
    return body.filename
  }

  async function restore(filename: string) {
    const { status, message, body } = await root.call(restoreBackup, { params: { filename } })
    expect(status, message).toBe(200)
    return body
  }

  return { backUp, download, upload, restore }
}
