// On one engine: a service of others.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createIssuer } from '#features/accounts/server/single-sign-on/issuer.ts'
import { createCensusGeocoder } from '#features/geocoding/server/census.ts'
import { expiredCertificate, fakeCertificate } from '#tests/support/services/fake-certificate.ts'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { startMaliciousIssuer } from '#tests/support/services/malicious-issuer.ts'

/* Servers whose certificate this one can't trust, such as that of a filter that opens encrypted connections. */

const usual = getCACertificates('default')
afterEach(() => setDefaultCACertificates(usual))

const credentials = { clientId: 'lunch', clientSecret: 'secret', appUrl: 'https://lunch.example.org' }
/** The two kinds of clients: of the issuer, and of `createService`, such as this one. */
const clients: [name: string, create: (url: string) => () => Promise<unknown>][] = [
  ['the issuer', url => createIssuer({ issuer: url, ...credentials }).attempt],
  ['the US Census geocoder', url => createCensusGeocoder({ url, userAgent: 'x' }).attempt],
]

const troubles = [
  ['is self-signed', fakeCertificate, [], 'it is self-signed, or its issuer is. Set NODE_EXTRA_CA_CERTS to'],
  ['has expired', expiredCertificate, [expiredCertificate.cert], 'it has expired. It must be renewed there'],
  [
    'is for another name',
    fakeCertificate,
    [fakeCertificate.cert],
    'it is for another name than 127.0.0.1. Use the name in the certificate',
  ],
] as const

test.each(clients.flatMap(([name, create]) => troubles.map(trouble => [name, ...trouble, create] as const)))(
  'if the certificate of %s %s, the error says so and what to do',
  async (name, _trouble, certificate, trusted, words, create) => {
    setDefaultCACertificates([...usual, ...trusted])
    const { url, requests } = await startFakeService(() => ({ json: {} }), certificate)
    const call = create(url)
    // Not even the sixth time is the cause lost in a pause after failures.
    for (let i = 0; i < 6; i++) {
      const { message } = await call().then(
        () => ({ message: '' }),
        (error: Error) => error,
      )
      expect(message).toContain(`The certificate of ${name} can’t be trusted: ${words}`)
    }
    expect(requests).toEqual([])
  },
)

test('a server that speaks no TLS on its port is named as such', async () => {
  const { url } = await startFakeService(() => ({ json: {} }))
  const attempt = createIssuer({ issuer: url.replace('http:', 'https:'), ...credentials }).attempt()
  await expect(attempt).rejects.toThrow(
    'No encrypted connection could be made with the issuer: it doesn’t begin with TLS on this port. Check scheme and port of its address.',
  )
})

test.each([
  ['/realms/lunch/', '/realms/lunch'],
  ['/realms/lunch', '/realms/lunch/'],
  ['/realms/Lunch', '/realms/lunch'],
])('an issuer that is set as …%s and calls itself …%s is named [T-167]', async (set, named) => {
  const lying = await startMaliciousIssuer()
  lying.lie({ discovery: { issuer: `${lying.url}${named}` } })
  const attempt = createIssuer({ issuer: `${lying.url}${set}`, ...credentials }).attempt()
  await expect(attempt).rejects.toThrow(
    `The issuer identifies itself as ${lying.url}${named}: OIDC_ISSUER must be exactly the same.`,
  )
})
