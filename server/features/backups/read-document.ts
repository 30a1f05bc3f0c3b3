import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { parser } from 'stream-json/parser.js'
import * as z from 'zod/mini'
import { type BackupTable, backupTableNames } from '#server/database/tables.ts'
import { HttpError } from '#server/http/errors.ts'
import { formatName, formatVersion, Header } from './backup-format.ts'

/** The largest JSON that is read, after decompression. */
const maxDocumentBytes = 64 * 1024 * 1024

export const damaged = (what: string) =>
  new HttpError(400, `The backup can’t be used: ${what}. Nothing was changed.`)

export type Document = { header: Header }

type RawRow = Record<string, unknown>

/**
 * Reads a backup's JSON piece by piece: `onRow` gets every row as it stands there, before any check. Throws 400 for what
 * is no whole, intact document, and 409 for one of a newer version. The end tells whether the rows were intact: until
 * then they must not be used.
 */
export async function readDocument(
  source: Readable,
  onRow: (table: BackupTable, row: RawRow, header: Header) => Promise<void> | void,
): Promise<Document> {
  const reading = new Reading()
  let size = 0
  const tokens = source
    .on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxDocumentBytes) source.destroy(damaged('it is larger than 64 MB'))
    })
    .pipe(parser.asStream({ packValues: true, streamValues: false }))
  source.on('error', error => tokens.destroy(error))
  try {
    for await (const token of tokens as AsyncIterable<Token>) {
      const done = reading.take(token, onRow)
      if (done instanceof Promise) await done
    }
  } catch (error) {
    throw error instanceof HttpError || isOfSystem(error) ? error : damaged('it is no whole JSON document')
  } finally {
    source.destroy()
  }
  return reading.finish()
}

type Token = { name: string; value?: unknown }

// Rows are flat; what is deeper than a list in a field was never written by us.
const deepest = 4

/** Follows the tokens: document → tables → one table's list → rows. */
class Reading {
  /** The field that is being read of each open object; of a list, nothing. */
  #path: string[] = []
  /** The rows and small fields that are being put together. */
  #stack: (Record<string, unknown> | unknown[])[] = []
  #top: Record<string, unknown> = {}
  #hashes = new Map<string, Hash>()
  #header: Header | undefined

  take(token: Token, onRow: (table: BackupTable, row: RawRow, header: Header) => Promise<void> | void) {
    switch (token.name) {
      case 'startObject':
        return this.#begin({})
      case 'startArray':
        return this.#begin([])
      case 'keyValue':
        this.#path[this.#path.length - 1] = String(token.value)
        return undefined
      case 'endObject':
      case 'endArray':
        return this.#end(onRow)
      default:
        return this.#put(tokenValue(token))
    }
  }

  #begin(value: Record<string, unknown> | unknown[]): void {
    const [top, table] = this.#path
    if (this.#path.length === 0 && Array.isArray(value)) throw damaged('it does not begin as a backup does')
    if (top === 'tables' && this.#path.length === 1) this.#readHeader()
    if (top === 'tables' && this.#path.length === 2) this.#beginTable(String(table), value)
    if (this.#path.length > 3 + deepest) throw damaged('its values are nested too deeply')
    // The document, its tables and their lists are not kept: only rows and small fields are put together.
    if (!this.#isStructure()) this.#stack.push(value)
    this.#path.push('')
  }

  #isStructure(): boolean {
    return this.#path.length === 0 || (this.#path[0] === 'tables' && this.#path.length < 3)
  }

  #end(onRow: (table: BackupTable, row: RawRow, header: Header) => Promise<void> | void) {
    this.#path.pop()
    if (this.#isStructure()) return undefined
    const value = this.#stack.pop() ?? {}
    if (this.#path[0] !== 'tables' || this.#path.length !== 3) return this.#put(value)
    const table = String(this.#path[1]) as BackupTable
    this.#hashes.get(table)?.update(`${JSON.stringify(value)}\n`)
    if (Array.isArray(value)) throw damaged(`a row of ${table} is no object`)
    return onRow(table, value, this.#header as Header)
  }

  #put(value: unknown): void {
    const parent = this.#stack.at(-1)
    const key = String(this.#path.at(-1))
    if (Array.isArray(parent)) parent.push(value)
    else if (parent) defineField(parent, key, value)
    else if (this.#path.length === 1) this.#putTop(key, value)
    else throw damaged('it is not laid out as a backup is')
  }

  #putTop(key: string, value: unknown): void {
    if (key in this.#top) throw damaged(`it has ${key} twice`)
    if (!topFields.includes(key)) throw 'format' in this.#top ? unknownPart(key) : notOurs()
    this.#top[key] = value
  }

  #readHeader(): void {
    if (this.#header) throw damaged('it has its tables twice')
    this.#header = headerOf(this.#top)
  }

  #beginTable(table: string, value: unknown): void {
    if (!backupTableNames.includes(table as BackupTable))
      throw damaged(`it has an unknown table, ${table.slice(0, 40)}`)
    if (!Array.isArray(value)) throw damaged(`its table ${table} is no list`)
    if (this.#hashes.has(table)) throw damaged(`it has the table ${table} twice`)
    this.#hashes.set(table, createHash('sha256'))
  }

  finish(): Document {
    if (!this.#header) throw headerOf(this.#top) && damaged('it has no tables')
    const checksums = z.record(z.string(), z.string()).safeParse(this.#top.checksums).data ?? {}
    const counts = z.record(z.string(), z.int()).safeParse(this.#top.counts).data
    for (const table of backupTableNames) {
      const hash = this.#hashes.get(table)?.digest('hex')
      // What it doesn't count it never had: the table has come since, and is empty.
      if (hash === undefined && counts && !Object.hasOwn(counts, table)) continue
      if (hash === undefined) throw damaged(`its table ${table} is missing`)
      if (checksums[table] !== hash)
        throw damaged(`its table ${table} was changed or damaged after it was written`)
    }
    return { header: this.#header }
  }
}

const topFields = [...Object.keys(Header.def.shape), 'counts', 'checksums']

/** Checks what a backup says of itself. */
export function headerOf(fields: Record<string, unknown>): Header {
  if (fields.format !== formatName) throw notOurs()
  const { version } = fields
  if (typeof version === 'number' && Number.isInteger(version) && version > formatVersion) {
    throw new HttpError(
      409,
      `The backup has version ${version} of the format, and this program knows versions up to ${formatVersion}. ` +
        'Please update the program first. Nothing was changed.',
    )
  }
  const header = Header.safeParse(Object.fromEntries(headerFields.map(name => [name, fields[name]])))
  if (!header.success) throw damaged('what it says of itself is incomplete')
  return header.data
}

const headerFields = Object.keys(Header.def.shape)

const notOurs = () => damaged('it is no backup of Common Table')
const unknownPart = (name: string) => damaged(`it has an unknown part, ${name.slice(0, 40)}`)

// Also a field called __proto__ is only a field.
function defineField(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

function tokenValue({ name, value }: Token): unknown {
  if (name === 'numberValue') return Number(value)
  if (name === 'nullValue') return null
  if (name === 'trueValue' || name === 'falseValue') return name === 'trueValue'
  return value
}

const isOfSystem = (error: unknown) => error instanceof Error && 'syscall' in error
