import { expect, test } from 'vitest'
import { passkeyName } from './device-name.ts'

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  pixel: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  tablet: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  chromebook: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
}

test.each([
  ['iphone', 'iPhone'],
  ['ipad', 'iPad'],
  ['pixel', 'Android phone'],
  ['tablet', 'Android tablet'],
  ['mac', 'Mac'],
  ['windows', 'Windows PC'],
  ['chromebook', 'Chromebook'],
  ['linux', 'Linux PC'],
] as const)('a passkey made on %s is called %s', (agent, name) => {
  expect(passkeyName(agents[agent], { attachment: 'platform' }, [])).toBe(name)
  expect(passkeyName(agents[agent], {}, [])).toBe(name)
})

test('a passkey made on an unknown device is just called Passkey', () => {
  expect(passkeyName('', {}, [])).toBe('Passkey')
})

test('a key that is not part of this device is not named after it', () => {
  expect(passkeyName(agents.mac, { attachment: 'cross-platform', transports: ['usb', 'nfc'] }, [])).toBe(
    'Security key',
  )
  expect(
    passkeyName(agents.mac, { attachment: 'cross-platform', transports: ['internal', 'hybrid'] }, []),
  ).toBe('Phone')
})

test('a second passkey of the same name gets a number', () => {
  expect(passkeyName(agents.mac, {}, ['Mac'])).toBe('Mac 2')
  expect(passkeyName(agents.mac, {}, ['Mac', 'Mac 2', 'iPhone'])).toBe('Mac 3')
  expect(passkeyName(agents.mac, {}, ['Mac 2'])).toBe('Mac')
})
