import { readdir } from 'node:fs/promises'
import type { Endpoint } from '#contract/endpoint.ts'

/** Every endpoint of the contract. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../contract/', import.meta.url)
  const files = (await readdir(folder)).filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(async file => (await import(new URL(file, folder).href)) as Record<string, unknown>),
  )
  return modules.flatMap(module => Object.values(module)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'replies' in value
}
