/** The address of Command Mode: its section, and whatever the section keeps there, all of it text. */
export type AdminSearch = { [name: string]: string | undefined }

export function parseAdminSearch(search: Record<string, unknown>): AdminSearch {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
