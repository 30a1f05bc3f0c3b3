import { readdir } from 'node:fs/promises'
import type { Endpoint } from '#contract/endpoint.ts'

const folder = new URL('../contract/', import.meta.url)

/** Every call that the contract has. */
export async function contractEndpoints(): Promise<Endpoint[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.ts') && !name.includes('.test.'))
  const modules = await Promise.all(
    names.map(async name => (await import(new URL(name, folder).href)) as Record<string, unknown>),
  )
  return modules.flatMap(module => Object.values(module).filter(isEndpoint))
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'replies' in value
  )
}
