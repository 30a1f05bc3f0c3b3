import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The data that an issuer has about a person. */
export type Claims = {
  email?: string
  email_verified?: boolean | string
  given_name?: string
  family_name?: string
  name?: string
}

const clientId = 'common-table'
const clientSecret = 'canary client+secret/%'

/**
 * A real local OpenID provider, with its own pages for signing in and out; `stop` ends it. Its users are in `people`:
 * their claims by subject.
 */
export async function startIssuer({ appUrl }: { appUrl?: string } = {}) {
  const people = new Map<string, Claims>()
  const server = createServer((request, response) => void reply(request, response))
  let reply = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(503).end()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const register = async (address: string) => {
    const provider = await providerOf(url, address, people)
    reply = provider.callback()
  }
  if (appUrl) await register(appUrl)
  return {
    url,
    people,
    /**
     * Registers the application at the issuer. Its URL may be known only after it was started with the issuer's URL.
     */
    register,
    /** The environment variables for a server that uses this issuer. */
    environment: { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    stop: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function providerOf(url: string, appUrl: string, people: Map<string, Claims>) {
  return quietly(async () => {
    const { default: Provider } = await import('oidc-provider')
    return new Provider(url, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${appUrl}/api/oidc/callback`],
          post_logout_redirect_uris: [`${appUrl}/auth`],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'name'],
      },
      pkce: { required: () => true },
      features: {
        rpInitiatedLogout: {
          logoutSource: async (context, form) => {
            context.body = `<h1>Sign out here too?</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`
          },
        },
      },
      cookies: { keys: ['a key for tests'] },
      ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
      findAccount: (_context, subject) => ({
        accountId: subject,
        claims: async () => ({ sub: subject, ...people.get(subject) }),
      }),
    })
  })
}

// The provider prints warnings that only matter in production.
async function quietly<T>(make: () => Promise<T>): Promise<T> {
  const { info, warn } = console
  console.info = console.warn = () => undefined
  try {
    return await make()
  } finally {
    Object.assign(console, { info, warn })
  }
}
