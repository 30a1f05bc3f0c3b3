/** A request as data: it can be made at random, shrunk, written to a file and sent again. */
export type FuzzRequest = {
  as: Who
  /** The endpoint of the contract that it goes to, as `POST /api/lunches`; none for what the contract doesn't know. */
  call?: string
  method: string
  /** With its query. Here and in headers and bodies, `{lunches:0}` stands for a value that exists: the latest lunch. */
  path: string
  headers?: Record<string, string>
  body?: FuzzBody
  /** Written to a socket as it stands, one byte for each character, in place of all but `as`. */
  raw?: string
}

/** Text that begins with `#` is a number as it is written in JSON, also one that JavaScript doesn't have. */
export type FuzzBody =
  | { json: unknown }
  | { text: string; times?: number; type?: string }
  | { form: FormPart[]; flaw?: (typeof formFlaws)[number] }

export type FormPart = { name: string; text?: string; times?: number; file?: string }

export const formFlaws = ['no end', 'other boundary', 'no boundary', 'no blank line'] as const

/** Requests that are sent at once; most often it is one. */
export type FuzzStep = FuzzRequest[]

export const ranks = ['user', 'admin', 'super-user', 'primary'] as const
export type Rank = (typeof ranks)[number]
/** Somebody with a session, nobody, or somebody whose session there never was. */
export type Who = Rank | 'visitor' | 'stale'

/** The path of a call, as in the contract. */
export const templateOf = (call = '') => call.slice(call.indexOf(' ') + 1)

const nouns: Record<string, string> = {
  campus: 'campus-codes',
  random: 'campus-codes',
  unrated: 'campus-codes',
  restaurant: 'restaurants',
  'by-restaurant': 'restaurants',
  hidden: 'restaurants',
  user: 'users',
  'profile-images': 'users',
  calendar: 'calendars',
  contents: 'files',
  backup: 'files',
  restore: 'files',
  'emergency-messages': 'alerts',
}

/** What the parameter of a path stands for, by the part before it. */
export const nounOf = (part: string) => nouns[part] ?? part

/** What a call makes and lists. */
export function collectionOf(call: string): string {
  const parts = templateOf(call)
    .split('/')
    .filter(part => part !== '' && part !== 'api' && part !== 'admin' && !part.startsWith(':'))
  return nounOf(parts.at(-1) === 'all' ? (parts.at(-2) ?? '') : (parts[0] ?? ''))
}
