/** Simulates a disk that loses unsynced data: replays operations recorded by strace up to a power failure. */

export type DiskOperation =
  | { kind: 'write'; path: string; offset: number; data: Buffer }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'unlink' | 'sync'; path: string }
  /** Not a disk operation: a success response was sent. */
  | { kind: 'reply' }

/** What part of the unsynced writes survives: nothing, some whole writes, or some sectors of some writes. */
export type Survival = 'nothing' | 'some writes' | 'some sectors'

/** File contents by path; undefined if the file does not exist. */
export type Files = Map<string, Buffer | undefined>

/** The files after these operations and the power failure. */
export function afterPowerFailure(
  before: Files,
  operations: DiskOperation[],
  survival: Survival,
  random: (below: number) => number,
): Files {
  const files = new Map(
    [...before].map(([path, bytes]) => [
      path,
      { bytes: bytes && roomy(bytes, bytes.length), pending: [] as DiskOperation[] },
    ]),
  )
  for (const operation of operations) {
    if (operation.kind === 'reply') continue
    if (operation.kind === 'sync') {
      const file = files.get(operation.path)
      if (!file) continue
      file.bytes = file.pending.reduce(applied, file.bytes)
      file.pending = []
    } else {
      const file = files.get(operation.path) ?? { bytes: undefined, pending: [] }
      files.set(operation.path, file)
      file.pending.push(operation)
    }
  }
  const survivors = (pending: DiskOperation[]) => {
    if (survival === 'nothing') return []
    const some = pending.filter(() => random(2) === 0)
    return survival === 'some writes' ? some : some.flatMap(one => sectorsOf(one, random))
  }
  return new Map(
    [...files].map(([path, { bytes, pending }]) => [path, survivors(pending).reduce(applied, bytes)]),
  )
}

const sector = 512

/** Disks write whole sectors, each independently. */
function sectorsOf(operation: DiskOperation, random: (below: number) => number): DiskOperation[] {
  if (operation.kind !== 'write') return [operation]
  const { data, offset } = operation
  const parts: DiskOperation[] = []
  for (let start = 0; start < data.length; ) {
    const end = Math.min(data.length, start + sector - ((offset + start) % sector))
    if (random(2) === 0) parts.push({ ...operation, offset: offset + start, data: data.subarray(start, end) })
    start = end
  }
  return parts
}

function applied(bytes: Buffer | undefined, operation: DiskOperation): Buffer | undefined {
  if (operation.kind === 'unlink') return undefined
  if (operation.kind === 'truncate') return resized(bytes, operation.size)
  if (operation.kind !== 'write') return bytes
  const { offset, data } = operation
  const grown = resized(bytes, Math.max(bytes?.length ?? 0, offset + data.length))
  data.copy(grown, offset)
  return grown
}

/**
 * Resizes a file. Logs grow thousands of times, so a buffer gets twice the space and then grows in place. New
 * bytes are zero.
 */
function resized(bytes: Buffer | undefined, size: number): Buffer {
  if (bytes && size < bytes.length) return roomy(bytes.subarray(0, size), size)
  if (bytes && size <= bytes.buffer.byteLength - bytes.byteOffset)
    return Buffer.from(bytes.buffer, bytes.byteOffset, size)
  return roomy(bytes, size)
}

/** A copy in its own buffer, with space to grow. */
function roomy(bytes: Buffer | undefined, size: number): Buffer {
  const copy = Buffer.alloc(2 * size)
  bytes?.copy(copy)
  return copy.subarray(0, size)
}

/**
 * Parses an strace log with full data; keeps operations on files that match `isOurs`, and success responses.
 */
export function readOperations(log: string, isOurs: (path: string) => boolean): DiskOperation[] {
  const begun = new Map<string, string>()
  return log.split('\n').flatMap((line): DiskOperation[] => {
    const thread = /^\d+/.exec(line)?.[0] ?? ''
    // A call interrupted by another thread counts where it ends.
    const beginning = /^(.*) <unfinished \.\.\.>$/.exec(line)?.[1]
    if (beginning !== undefined) begun.set(thread, beginning)
    const rest = /<\.\.\. \w+ resumed>(.*)$/.exec(line)?.[1]
    const text = rest === undefined ? line : `${begun.get(thread)}${rest}`
    const isReply = /^\d+ +(?:write|writev)\(.*"\\x48\\x54\\x54\\x50\\x2f\\x31\\x2e\\x31\\x20\\x32\\x30/.test(
      text,
    )
    // A response may arrive as soon as its sending begins.
    if (isReply) return rest === undefined ? [{ kind: 'reply' }] : []
    return beginning === undefined ? operationOf(text).filter(({ path }) => isOurs(path)) : []
  })
}

function operationOf(text: string): Exclude<DiskOperation, { kind: 'reply' }>[] {
  const [, name, rest = ''] = /^\d+ +(\w+)\((.*)$/.exec(text) ?? []
  if (/= -1 E/.test(rest)) return []
  const file = /^\d+<([^>]*)>/.exec(rest)?.[1]
  const unlinked = /"([^"]*)"/.exec(rest)?.[1]
  const path = textOf(file ?? unlinked ?? '')
  const numbers = rest.replace(/<[^>]*>|"[^"]*"/g, '').match(/\d+/g) ?? []
  if (name === 'pwrite64')
    return [{ kind: 'write', path, offset: Number(numbers[2]), data: bytesOf(unlinked ?? '') }]
  if (name === 'ftruncate') return [{ kind: 'truncate', path, size: Number(numbers[1]) }]
  if (name === 'fsync' || name === 'fdatasync') return [{ kind: 'sync', path }]
  if (name === 'unlink') return [{ kind: 'unlink', path }]
  return []
}

const bytesOf = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex')
const textOf = (text: string) => bytesOf(text).toString('utf8')
