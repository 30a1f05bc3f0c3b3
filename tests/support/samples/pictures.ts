import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one color: `await picture({ width: 40 }).png().toBuffer()`. */
export function picture({ width = 60, height = 40, background = '#c2410c' } = {}) {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** A JPEG like those of phones: stored rotated, with EXIF data for its orientation and its GPS position. */
export async function phonePhoto({ width = 400, height = 300 } = {}): Promise<Buffer> {
  return picture({ width, height })
    .withExif({ IFD0: { Make: 'SampleCam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 36/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A file of exactly this many bytes that decodes as the given JPEG. */
export function paddedTo(bytes: number, jpeg: Buffer): Buffer {
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

/** The JPEG with another size in its header, where decoders read it before anything else. */
export function claiming(width: number, height: number, jpeg: Buffer): Buffer {
  const claims = Buffer.from(jpeg)
  // The start of a frame: SOF0, or SOF2 if the JPEG is progressive.
  const at = Math.max(claims.indexOf('ffc0', 0, 'hex'), claims.indexOf('ffc2', 0, 'hex'))
  claims.writeUInt16BE(height, at + 5)
  claims.writeUInt16BE(width, at + 7)
  return claims
}

/** A small black-and-white PNG that decodes to a huge number of pixels. */
export function pixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))
  const signature = Buffer.from('\x89PNG\r\n\x1A\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
