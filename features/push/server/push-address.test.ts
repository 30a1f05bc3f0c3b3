// On one engine: a service of others.
import { expect, test } from 'vitest'
import { readConfig } from '#kit/server/config/config.ts'
import { readPushAddress } from './push-service.ts'

const hostOf = (endpoint: string) => readPushAddress(endpoint, ['push.example.org'])?.host

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', 'fcm.googleapis.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', 'updates.push.services.mozilla.com'],
  ['https://a.b.push.services.mozilla.com/x', 'a.b.push.services.mozilla.com'],
  ['https://web.push.apple.com/x', 'web.push.apple.com'],
  ['https://wns2-by3p.notify.windows.com/w/?token=x', 'wns2-by3p.notify.windows.com'],
  ['HTTPS://FCM.googleapis.com:443/x', 'fcm.googleapis.com'],
  ['https://push.example.org/x', 'push.example.org'],
])('a message may go to %s', (endpoint, host) => {
  expect(hostOf(endpoint)).toBe(host)
})

// Hosts from PUSH_HOSTS are exact, too.
const others = `
  https://push.services.mozilla.com/x https://notify.windows.com/x https://apple.com/x
  https://x.fcm.googleapis.com/x https://googleapis.com/x https://x.push.example.org/x
  https://example.org/x https://push.example.org:444/x ws://push.example.org/x http://fcm.googleapis.com/x
  https://fcm.googleapis.com:8443/x https://user@fcm.googleapis.com/x https://fcm.googleapis.com./x
  https://fcm.googleapis.com.example.org/x https://push.apple.com/x
  https://evil.example.org/.push.apple.com/ https://xpush.apple.com/x https://127.0.0.1/x
  https://localhost/x
`

test.each(['not an address', ...others.trim().split(/\s+/)])('no message goes to %s [T-240]', endpoint => {
  expect(hostOf(endpoint)).toBeUndefined()
})

test('PUSH_HOSTS are exact names', () => {
  const read = (PUSH_HOSTS: string) => readConfig({ DATA_DIR: '/', PUSH_HOSTS }).push.extraHosts
  expect(read('Push.example.org, push.example.com:443')).toEqual(['push.example.org', 'push.example.com'])
  for (const hosts of ['*.example.org', 'https://push.example.org', 'push.example.org:8443', '10.0.0.1'])
    expect(() => read(hosts)).toThrow('must be names of hosts without a port')
})
