import { readFileSync } from 'node:fs'
import { apiModules } from '#app/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { requestOf } from './caller.ts'

/** Every endpoint of the contract. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const modules = apiModules.map(({ exports }) => exports)
  return modules.flatMap(module => Object.values(module)).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'replies' in value
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** A call with what tests/api/who-may.txt says of it; all is empty if it isn't listed. */
export type ListedCall = {
  name: string
  endpoint: Endpoint
  rank: string
  by: string
  whose: string
  audit: string
}

/** Every call of the contract as who-may.txt lists it, and the names of the listed calls that aren't in the contract. */
export async function listedCalls(): Promise<{ calls: ListedCall[]; unknown: string[] }> {
  const rows = readFileSync(new URL('../../api/who-may.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(row => row !== '' && !row.startsWith('#'))
    .map(row => row.split(/\s+/))
  const listed = new Map(
    rows.map(([rank, by, whose, method, path, audit]) => [`${method} ${path}`, { rank, by, whose, audit }]),
  )
  const calls = (await listEndpoints()).map(endpoint => {
    const { rank = '', by = '', whose = '', audit = '' } = listed.get(nameOf(endpoint)) ?? {}
    return { name: nameOf(endpoint), endpoint, rank, by, whose, audit }
  })
  const unknown = [...listed.keys()].filter(name => !calls.some(call => call.name === name))
  return { calls, unknown }
}

/** What is sent to a call, whichever it is. */
export type Sent = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body?: unknown
  file?: Blob
}

/** Makes any call: its status and text. Of a stream, only that it opens. */
export async function sendSample(
  caller: { fetch: (path: string, init?: RequestInit) => Promise<Response> },
  endpoint: Endpoint,
  sent: Sent,
): Promise<{ status: number; text: string }> {
  const { path, init } = requestOf(endpoint, sent as never)
  const reply = await caller.fetch(path, init)
  if (!endpoint.events || !reply.ok) return { status: reply.status, text: await reply.text() }
  await reply.body?.cancel()
  return { status: reply.status, text: '' }
}
