import { afterAll, expect } from 'vitest'
import { login } from '#features/accounts/sessions-contract.ts'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { callEndpoint, cookieOf } from '#tests/support/calls/caller.ts'
import { administer, startPostgres } from '#tests/support/databases/postgres.ts'
import { findPostgresBinaries } from '#tests/support/databases/postgres-binaries.ts'
import { processPassword, startProcess } from '#tests/support/processes/start-process.ts'

export const isPostgresThere = findPostgresBinaries() !== undefined
if (!isPostgresThere) console.warn('PostgreSQL is not installed: the server is NOT tested with it.\n')

/** Starts a private PostgreSQL for the tests of a file. */
export async function startCluster() {
  const { url, stop } = await startPostgres()
  afterAll(stop)
  return { url, run: (statement: string, databaseUrl = url) => administer(databaseUrl, statement) }
}

/** The primary admin's browser at one of the servers. */
export async function adminAt({ origin }: { origin: string }) {
  const body = { email: 'admin@example.org', password: processPassword }
  const reply = await callEndpoint((path, init) => fetch(origin + path, init), login, { body })
  expect(reply.status).toBe(200)
  const cookie = cookieOf(reply)
  const request = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return fetch(origin + path, { ...init, headers })
  }
  return {
    id: reply.body.id,
    fetch: request,
    call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => callEndpoint(request, endpoint, input),
  }
}

export type Admin = Awaited<ReturnType<typeof adminAt>>

/** Makes many different calls at once, and returns their statuses, each once. */
export async function statusesOfManyCalls(admins: Admin[], times = 1): Promise<number[]> {
  const paths = [
    ...['/api/user', '/api/restaurants/campus/arden', '/api/restaurants/unrated/arden'],
    ...['/api/restaurants/ratings', '/api/campuses', '/api/departments', '/api/lunches'],
    ...['/api/admin/overview', '/api/favorites', '/api/emergency-messages/active'],
  ]
  const calls = Array.from({ length: times }, () =>
    admins.flatMap(admin => [...paths, `/api/users/${admin.id}/ratings`].map(path => admin.fetch(path))),
  )
  const responses = await Promise.all(calls.flat())
  await Promise.all(responses.map(response => response.arrayBuffer()))
  return [...new Set(responses.map(({ status }) => status))]
}

/** Starts a server that must not start, and returns what it printed and how long that took. */
export async function refusedStart(databaseUrl: string) {
  const began = performance.now()
  const error = await startProcess({ DATABASE_URL: databaseUrl }).then(
    () => new Error('it started'),
    (problem: Error) => problem,
  )
  return { output: error.message, seconds: (performance.now() - began) / 1000 }
}
