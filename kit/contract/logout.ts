import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NoContent } from './fields.ts'

export const logout = endpoint('POST /api/logout', 'public', {
  summary:
    'Sign out; also succeeds if nobody is signed in. 200 returns the address that also ends the issuer’s session',
  replies: { 200: z.object({ endSessionUrl: z.string() }), 204: NoContent },
})
