import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { Engine } from '#server/database/dialect.ts'
import type { Failure } from './fuzz-judge.ts'
import type { FuzzStep } from './fuzz-request.ts'

/** A former failure, as small as it could be made. Every run sends it again at the start. */
export type FuzzCase = { name: string; failed: string; found: string; steps: FuzzStep[] }

const folder = new URL('./fuzz-cases/', import.meta.url)

export async function storedCases(): Promise<FuzzCase[]> {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async name => ({
      name: name.replace('.json', ''),
      ...(JSON.parse(await readFile(new URL(name, folder), 'utf8')) as Omit<FuzzCase, 'name'>),
    })),
  )
}

/** Stores a case and returns its name, which is derived from the failure. */
export async function storeCase(
  { kind, detail }: Failure,
  { engine, seed, steps }: { engine: Engine; seed: number; steps: FuzzStep[] },
): Promise<string> {
  const words = kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const name = words.replaceAll(/^-|-$/g, '').slice(0, 80)
  const kept = { failed: `${kind}: ${detail}`.slice(0, 300), found: `${engine}, seed ${seed}`, steps }
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(kept, null, 2)}\n`)
  return name
}
