/** A name as it is compared: whatever the case, the spaces, and the way its accents are encoded. */
export const foldName = (name: string): string =>
  name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
