/** A request as data: it can be generated randomly, shrunk, written to a file, and sent again. */
export type FuzzRequest = {
  as: Who
  /**
   * The endpoint of the contract, such as `POST /api/lunches`; undefined for requests outside the contract.
   */
  call?: string
  method: string
  /**
   * With query. In paths, headers and bodies, `{lunches:0}` stands for an existing value, the latest lunch.
   */
  path: string
  headers?: Record<string, string>
  body?: FuzzBody
  /** Written to a socket as is, one byte per character. All other fields except `as` are then ignored. */
  raw?: string
}

/** A text that begins with `#` stands for a JSON number, including numbers that JavaScript does not have. */
export type FuzzBody =
  | { json: unknown }
  | { text: string; times?: number; type?: string }
  | { form: FormPart[]; flaw?: (typeof formFlaws)[number] }

export type FormPart = { name: string; text?: string; times?: number; file?: string }

export const formFlaws = ['no end', 'other boundary', 'no boundary', 'no blank line'] as const

/** Requests that are sent at the same time; usually just one. */
export type FuzzStep = FuzzRequest[]

const ranks = ['user', 'admin', 'super-user', 'primary'] as const
export type Rank = (typeof ranks)[number]
/** A user with a session, a visitor, or someone with a session that never existed. */
export type Who = Rank | 'visitor' | 'stale'

/** The path of a call as in the contract. */
const templateOf = (call = '') => call.slice(call.indexOf(' ') + 1)

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

/** The kind of a path parameter, derived from the path segment before it. */
export const nounOf = (part: string) => nouns[part] ?? part

/** The kind of what a call creates or lists. */
export function collectionOf(call: string): string {
  const parts = templateOf(call)
    .split('/')
    .filter(part => part !== '' && part !== 'api' && part !== 'admin' && !part.startsWith(':'))
  return nounOf(parts.at(-1) === 'all' ? (parts.at(-2) ?? '') : (parts[0] ?? ''))
}
