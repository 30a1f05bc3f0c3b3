import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { applyEdit, type Removal } from './removal.ts'

/** A copy of the project in a temporary folder, from which controls can be removed for a while. */
export class ProjectCopy {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<ProjectCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'common-table-controls-'))
    const listed = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      maxBuffer: 64_000_000,
    })
    const files = listed.stdout.split('\0').filter(Boolean)
    for (const file of files) await cp(file, join(folder, file), { recursive: true }).catch(() => undefined)
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    return new ProjectCopy(folder)
  }

  /** Runs a function on the copy without a control, and puts the control back afterwards. */
  async without<T>({ edits }: Removal, work: (folder: string) => Promise<T>): Promise<T> {
    const originals = new Map<string, string>()
    try {
      for (const edit of edits) {
        const path = join(this.folder, edit.file)
        const source = await readFile(path, 'utf8')
        if (!originals.has(path)) originals.set(path, source)
        await writeFile(path, applyEdit(source, edit))
      }
      return await work(this.folder)
    } finally {
      for (const [path, source] of originals) await writeFile(path, source)
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}
