import type { TasteModel } from '../model.ts'
import type { Neighbors } from '../neighbors.ts'

/** The result of fitting the model to all ratings. */
export type Learned = { model: TasteModel; neighbors: Neighbors }

/** Encodes the result for the database: JSON with its length, followed by the large arrays as raw bytes. */
export function encodeTaste({ model, neighbors }: Learned): Uint8Array {
  const { placeIds, estimates, variances, spread, ...numbers } = model
  const { people, places, likes } = neighbors
  const head = Buffer.from(
    JSON.stringify({
      ...numbers,
      spread: [...spread],
      places: placeIds.length,
      company: { people: [...people], places: [...places] },
      likers: likes.size,
    }),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const liked = [
    Int32Array.from(likes.keys()),
    Int32Array.from(likes.values(), ({ length }) => length),
    ...likes.values(),
  ]
  const rows = [placeIds, estimates, variances, ...liked].map(values =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
  )
  return Buffer.concat([length, head, ...rows])
}

export function decodeTaste(bytes: Uint8Array): Learned {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = 4 + buffer.readUInt32LE(0)
  // What a release without `likers` has learned is used until everything is learned again.
  const { spread, places, company, likers = 0, ...numbers } = JSON.parse(buffer.toString('utf8', 4, start))
  // A copy, because typed arrays need an aligned offset.
  const data = Uint8Array.from(buffer.subarray(start)).buffer
  const size = places * spread.length
  return {
    model: {
      ...numbers,
      spread: Float64Array.from(spread),
      placeIds: new Int32Array(data, 0, places),
      estimates: new Float32Array(data, places * 4, size),
      variances: new Float32Array(data, (places + size) * 4, size),
    },
    neighbors: {
      people: new Map(company.people),
      places: new Map(company.places),
      likes: decodeLikes(data, (places + size * 2) * 4, likers),
    },
  }
}

function decodeLikes(data: ArrayBuffer, offset: number, likers: number): Map<number, Int32Array> {
  const ids = new Int32Array(data, offset, likers)
  const lengths = new Int32Array(data, offset + likers * 4, likers)
  let start = offset + likers * 8
  const likesAt = (n: number) => {
    const likes = new Int32Array(data, start, lengths[n])
    start += likes.byteLength
    return likes
  }
  return new Map(Array.from(ids, (id, n) => [id, likesAt(n)]))
}
