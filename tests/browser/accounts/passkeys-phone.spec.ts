import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/fixtures.ts'

/** Simulates a phone that is unlocked by fingerprint. */
async function addFingerprintDevice(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  // The virtual authenticator accepts the email field's offer without a tap, so it is off by default.
  await page.addInitScript(() => {
    if (!sessionStorage.getItem('offers'))
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

/** Returns what expects the page to have told the browser this about passkeys. */
async function recordSignals(page: Page) {
  const told: [string, object][] = []
  await page.exposeFunction('tell', (name: string, options: object) => void told.push([name, options]))
  await page.addInitScript(() => {
    const names = ['signalAllAcceptedCredentials', 'signalCurrentUserDetails', 'signalUnknownCredential']
    for (const name of names)
      Object.assign(PublicKeyCredential, {
        [name]: async (options: object) =>
          (window as unknown as { tell: (name: string, options: object) => void }).tell(name, options),
      })
  })
  return (name: string, options: object) =>
    expect.poll(() => told.findLast(([each]) => each === name)?.[1]).toEqual(options)
}

test('a passkey is added, renamed, used and removed', async ({ page, signIn }) => {
  const expectTold = await recordSignals(page)
  await addFingerprintDevice(page)
  const person = await signIn({ firstName: 'Paz' })
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Passkeys' })
  const add = section.getByRole('button', { name: 'Add a passkey' })
  await expect(section).toContainText('You have no passkeys yet.')
  await add.click()
  await expect(page.getByText('Passkey added', { exact: true })).toBeVisible()
  await expect(section.getByRole('listitem')).toContainText('not used yet')
  const [own] = await (await page.request.get('/api/passkeys')).json()
  const of = { rpId: 'localhost', userId: own.userHandle }
  await expectTold('signalAllAcceptedCredentials', { ...of, allAcceptedCredentialIds: [own.credentialId] })
  await page.getByLabel('Last name').fill('Renamed')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectTold('signalCurrentUserDetails', { ...of, name: person.email, displayName: 'Paz Renamed' })
  await add.click()
  await expect(page.getByText('This device already has a passkey for you.', { exact: true })).toBeVisible()

  await section.getByRole('button', { name: /^Rename / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Paz’s phone')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(section.getByRole('listitem')).toContainText('Paz’s phone')
  await expectAccessible(page)

  await page.request.post('/api/logout')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Find Restaurants Near:' })).toBeVisible()

  await page.goto('/profile/edit')
  await expect(section.getByRole('listitem')).toContainText('Last used')
  await section.getByRole('button', { name: 'Remove Paz’s phone' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(section).toContainText('You have no passkeys yet.')
  await expectTold('signalAllAcceptedCredentials', { ...of, allAcceptedCredentialIds: [] })

  await page.request.post('/api/logout')
  await page.evaluate(() => sessionStorage.setItem('offers', 'on'))
  await page.goto('/login')
  // The phone still has the passkey and accepts the email field's offer.
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.')
  await expectTold('signalUnknownCredential', { rpId: 'localhost', credentialId: own.credentialId })
})

test('a device no longer offers a removed passkey that was given as proof', async ({ page, signIn }) => {
  const expectTold = await recordSignals(page)
  await addFingerprintDevice(page)
  await signIn()
  await page.goto('/profile/edit')
  const section = page.getByRole('region', { name: 'Passkeys' })
  const add = section.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await expect(section.getByRole('listitem')).toContainText('not used yet')
  const [own] = await (await page.request.get('/api/passkeys')).json()
  // As if the sign-in was a while ago.
  await page.route('**/api/passkeys/options', async route => {
    const json = { message: '', code: 'proof_needed', needsProof: true }
    await route.fulfill({ response: await route.fetch(), status: 403, json })
  })
  await page.reload()
  await add.click()
  await expect(page.getByRole('dialog')).toContainText('Confirm that it’s you')
  await page.unroute('**/api/passkeys/options')
  await page.request.delete(`/api/passkeys/${own.id}`)
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expectTold('signalUnknownCredential', { rpId: 'localhost', credentialId: own.credentialId })
})
