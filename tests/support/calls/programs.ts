import { expect } from 'vitest'
import { createToken } from '#features/accounts/tokens-contract.ts'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { days } from '#kit/rules/units.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { callEndpoint } from './caller.ts'

/** Programs that call an app with access tokens of its users. */
export function programsOf(app: Pick<TestApp, 'origin' | 'deps' | 'as'>) {
  const in30Days = () => new Date(app.deps.now().getTime() + 30 * days).toISOString()

  /** A program with a token: no cookie, no Origin. */
  const withToken = (token: string, headers: Record<string, string> = {}) => {
    const request = (path: string, init: RequestInit = {}) =>
      fetch(app.origin + path, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          ...headers,
          authorization: `Bearer ${token}`,
        },
      })
    return {
      fetch: request,
      call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => callEndpoint(request, endpoint, input),
    }
  }

  const tokenOf = async (
    user: Row<'users'>,
    form: { readOnly?: boolean; expiresAt?: string; name?: string } = {},
  ) => {
    const { status, body } = await app.as(user).call(createToken, {
      body: { name: 'Script', expiresAt: in30Days(), ...form },
    })
    expect(status).toBe(201)
    return body
  }
  return { in30Days, withToken, tokenOf }
}
