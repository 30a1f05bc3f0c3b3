import { createHash, randomBytes } from 'node:crypto'

/** An unguessable token of 256 bits, safe in addresses and cookies. */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** The form in which a token is stored: useless to anyone who reads the database. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
