import type { TasteModel } from '#domain/taste/model.ts'
import type { Neighbors } from '#domain/taste/neighbors.ts'

/** The result of fitting the model to all ratings. */
export type Learned = { model: TasteModel; neighbors: Neighbors }

/** Encodes the result for the database: JSON with its length, followed by the large arrays as raw bytes. */
export function encodeTaste({ model, neighbors }: Learned): Uint8Array {
  const { placeIds, estimates, variances, spread, ...numbers } = model
  const head = Buffer.from(
    JSON.stringify({
      ...numbers,
      spread: [...spread],
      places: placeIds.length,
      company: { people: [...neighbors.people], places: [...neighbors.places] },
    }),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  const rows = [placeIds, estimates, variances].map(values =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
  )
  return Buffer.concat([length, head, ...rows])
}

export function decodeTaste(bytes: Uint8Array): Learned {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = 4 + buffer.readUInt32LE(0)
  const { spread, places, company, ...numbers } = JSON.parse(buffer.toString('utf8', 4, start))
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
    neighbors: { people: new Map(company.people), places: new Map(company.places) },
  }
}
