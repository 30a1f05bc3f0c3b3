import { apiModules } from '#app/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'

/** Every endpoint of the contract. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const modules = apiModules.map(({ exports }) => exports)
  return modules.flatMap(module => Object.values(module)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'replies' in value
}
