import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Migration } from 'kysely/migration'

const folder = import.meta.dirname
const files = (await readdir(folder)).filter(file => /^\d{4}-[\w-]+\.ts$/.test(file)).sort()
const load = (file: string): Promise<Migration> => import(pathToFileURL(join(folder, file)).href)

/** The files of this folder that begin with a number, by their names, in order. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(files.map(async file => [file.replace(/\.ts$/, ''), await load(file)])),
)
