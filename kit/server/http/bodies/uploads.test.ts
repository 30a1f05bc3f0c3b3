// On one engine: HTTP.
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { getViewer, login } from '#features/accounts/sessions-contract.ts'
import { uploadBackup } from '#features/backups/contract.ts'
import { uploadRestaurantImage } from '#features/restaurants/restaurant-images-contract.ts'
import { startSession } from '#tests/support/calls/caller.ts'
import { countOpenUploads, listsOpenFiles } from '#tests/support/calls/open-uploads.ts'
import { paddedTo, phonePhoto, picture } from '#tests/support/samples/pictures.ts'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const ana = await app.user()
const place = await app.restaurant()
const megabyte = 1024 * 1024
const photo = await phonePhoto()
const png = await picture().png().toBuffer()

const file = (bytes: Buffer | string, name = 'photo.jpg', type = 'image/jpeg') =>
  new File([new Uint8Array(Buffer.from(bytes))], name, { type })

/** Sends a form, or any other body, as Ana's profile image. */
async function send(body: RequestInit['body'], headers: Record<string, string> = {}, more: RequestInit = {}) {
  const path = `/api/user/${ana.id}/profile-image`
  const response = await app.as(ana).fetch(path, { method: 'POST', body, headers, ...more })
  const { message } = (await response.json()) as { message?: string }
  return [response.status, message]
}
function form(...parts: [string, string | File][]): FormData {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return data
}
const multipart = (boundary = 'xyz') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })
const part = (content: string, disposition = 'name="profileImage"; filename="a.png"') =>
  `--xyz\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: image/png\r\n\r\n${content}\r\n`

const hasNoImage = async () => expect((await app.as(ana).call(getViewer)).body.profileImageUrl).toBeNull()

test('a profile image of 10 MB is too large [T-72]', async () => {
  const reply = await send(form(['profileImage', file(paddedTo(10 * megabyte, photo))]))
  expect(reply).toEqual([413, 'Profile image must be less than 10MB'])
  await hasNoImage()
})

test('a restaurant image of more than 5 MB is too large; one of 5 MB is not [T-72]', async () => {
  const admin = app.as(await app.admin())
  const params = { id: place.id }
  const upload = (bytes: number) =>
    admin.call(uploadRestaurantImage, { params, file: file(paddedTo(bytes, photo)) })
  const rejected = await upload(5 * megabyte + 1)
  expect([rejected.status, rejected.message]).toEqual([413, 'Image must be at most 5MB'])
  expect((await upload(5 * megabyte)).status).toBe(200)
})

test('a file that is too large is rejected even if no length was announced [T-72]', async () => {
  const large = new Blob([
    part(photo.toString('latin1')).slice(0, 200),
    new Uint8Array(11 * megabyte),
    '\r\n--xyz--\r\n',
  ])
  const reply = await send(large.stream(), multipart(), { duplex: 'half' } as RequestInit)
  expect(reply).toEqual([413, 'Profile image must be less than 10MB'])
  await hasNoImage()
})

test('a body that is longer than announced is cut off and rejected [T-72]', async () => {
  const whole = `${part('x'.repeat(2000))}--xyz--\r\n`
  expect(await sendRaw('content-length: 300', whole)).toMatch(/^HTTP\/1.1 400 /)
  await hasNoImage()
})

test('a client that disconnects in the middle of an upload leaves nothing behind [T-72]', async () => {
  expect(await sendRaw('content-length: 5000', part('x'.repeat(100)), { hangUp: true })).not.toContain(
    '200 OK',
  )
  await hasNoImage()
})

const chief = await app.superUser()
/** Begins to upload a backup. */
const beginBackup = () => {
  const head = part('x'.repeat(5000), 'name="backupFile"; filename="a.json"').slice(0, -2)
  return open('content-length: 9000', head, { path: '/api/backup/upload', person: chief })
}

test('an uploaded file on the disk is deleted when its client disconnects, or once it is rejected [T-72]', async () => {
  const waiting = async () => {
    const names = await readdir(app.app.uploadFolder).catch(() => [])
    return names.filter(name => name.startsWith('.upload-')).length
  }
  const socket = await beginBackup()
  await expect.poll(waiting).toBe(1)
  socket.destroy()
  await expect.poll(waiting).toBe(0)

  const { status } = await app.as(chief).call(uploadBackup, { file: file('x'.repeat(5000)) })
  expect([status, await waiting()]).toEqual([400, 0])
})

test.runIf(listsOpenFiles)('a client that stalls leaves no file open [T-72]', async () => {
  const arrives = once(app.app.server, 'connection') as Promise<[Socket]>
  const socket = await beginBackup()
  const [server] = await arrives
  await expect.poll(() => countOpenUploads(app.dataDir)).toBe(1)
  // As happens after fifteen seconds without a byte.
  server.emit('timeout')
  expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 408 /)
  await expect.poll(() => countOpenUploads(app.dataDir)).toBe(0)
  socket.destroy()
})

test.each<[string, FormData | string, number, Record<string, string>?]>([
  ['two files', form(['profileImage', file(png)], ['profileImage', file(png)]), 413],
  ['a file in another field', form(['restaurantImage', file(png)]), 400],
  ['no file', form(['comment', 'no picture']), 400],
  ['text where the file should be', form(['profileImage', 'text']), 400],
  ['an empty file', form(['profileImage', file('')]), 400],
  ['a file input where nothing was chosen', form(['profileImage', file('', '')]), 400],
  ['an empty form', form(), 400],
  [
    'ten thousand fields',
    form(...Array.from({ length: 10_000 }, (_, i): [string, string] => [`f${i}`, 'x'])),
    413,
  ],
  ['a field called __proto__', form(['__proto__', 'x'], ['profileImage', file(png)]), 400],
  ['a field called constructor', form(['constructor', file(png)]), 400],
  ['a very long text', form(['comment', 'x'.repeat(100_000)], ['profileImage', file(png)]), 400],
  ['no boundary', 'body', 400, { 'content-type': 'multipart/form-data' }],
  ['a body that ends too early', part('x').slice(0, 90), 400, multipart()],
  ['a body without its end', part(png.toString('latin1')), 400, multipart()],
  ['no parts at all', 'nothing of the kind', 400, multipart()],
  [
    'a file name of a megabyte for something that is not a picture',
    `${part('x', `name="profileImage"; filename="${'a'.repeat(megabyte)}"`)}--xyz--\r\n`,
    415,
    multipart(),
  ],
  [
    'a form that falsely claims to be compressed',
    `${part('x'.repeat(100_000))}--xyz--\r\n`,
    415,
    { ...multipart(), 'content-encoding': 'gzip' },
  ],
  ['JSON', '{"profileImage":"data"}', 415, { 'content-type': 'application/json' }],
  ['a plain file', 'x', 415, { 'content-type': 'image/png' }],
])('%s is rejected [T-73]', async (_, body, status, headers) => {
  expect(await send(body, headers)).toEqual([status, expect.any(String)])
  await hasNoImage()
})

test('a form sent to a call that takes JSON is rejected [T-73]', async () => {
  const response = await app.as(null).fetch(login.path, { method: 'POST', body: form(['email', 'x']) })
  expect(response.status).toBe(400)
})

test.each(['../../etc/passwd', 'a\0.png', 'C:\\con.png', '.png', '💥'.repeat(60)])(
  'a file may be called %j, because its name is not used [T-73]',
  async name => {
    const [status] = await send(form(['profileImage', file(png, name)], ['comment', 'ignored']))
    expect(status).toBe(200)
  },
)

test('a photo of nearly 10 MB is accepted', async () => {
  const params = { id: ana.id }
  const large = file(paddedTo(10 * megabyte - 1, photo))
  const { status, body } = await app.as(ana).call(uploadProfileImage, { params, file: large })
  expect(status).toBe(200)
  expect(body.profileImageUrl).toEqual(expect.any(String))
})

/** Sends a raw request that no client would send, and reads the response. */
async function sendRaw(length: string, body: string, { hangUp = false } = {}): Promise<string> {
  const socket = await open(length, body)
  if (hangUp) socket.end()
  return text(socket)
}

async function open(
  length: string,
  body: string,
  { path = `/api/user/${ana.id}/profile-image`, person = ana } = {},
): Promise<Socket> {
  const { hostname, port } = new URL(app.origin)
  const cookie = await startSession(app.deps, person.id)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n` +
      `connection: close\r\ncontent-type: multipart/form-data; boundary=xyz\r\n${length}\r\n\r\n${body}`,
  )
  return socket
}
