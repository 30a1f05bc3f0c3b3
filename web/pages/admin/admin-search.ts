/** The address of Command Mode: its section, and whatever the section keeps there, all of it text. */
export type AdminSearch = { [name: string]: string | undefined }

export function parseAdminSearch(search: Record<string, unknown>): AdminSearch {
  const texts = Object.entries(search).map(([name, value]) => [name, String(value)])
  return Object.fromEntries(texts)
}
