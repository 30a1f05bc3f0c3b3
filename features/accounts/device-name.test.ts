import { expect, test } from 'vitest'
import { browserName, passkeyName } from './device-name.ts'

const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  'Android phone':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  'Android tablet': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15',
  'Windows PC': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  Chromebook: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  'Linux PC': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
}

test.each(Object.entries(agents))('a passkey made on this device is called %s', (name, agent) => {
  expect(passkeyName(agent, { attachment: 'platform' }, [])).toBe(name)
  expect(passkeyName(agent, {}, [])).toBe(name)
})

test('a passkey made on an unknown device is just called Passkey, and a browser there by its own name', () => {
  expect(passkeyName('', {}, [])).toBe('Passkey')
  expect(browserName('Mozilla/5.0 (Unknown) Gecko/20100101 Firefox/142.0')).toBe('Firefox')
})

test('a key that is not part of this device is not named after it', () => {
  const nameOf = (...transports: string[]) =>
    passkeyName(agents.Mac, { attachment: 'cross-platform', transports }, [])
  expect(nameOf('usb', 'nfc')).toBe('Security key')
  expect(nameOf('internal', 'hybrid')).toBe('Phone')
})

test('a second passkey of the same name gets a number', () => {
  expect(passkeyName(agents.Mac, {}, ['Mac'])).toBe('Mac 2')
  expect(passkeyName(agents.Mac, {}, ['Mac', 'Mac 2', 'iPhone'])).toBe('Mac 3')
  expect(passkeyName(agents.Mac, {}, ['Mac 2'])).toBe('Mac')
})
