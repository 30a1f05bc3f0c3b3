import { days } from '#kit/rules/units.ts'
import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'

/*
 * Whether this browser asked for a verification mail: by registering, or by changing the address in the profile. Mail
 * scanners open every link in a real browser, so a link does nothing by being opened anywhere else.
 */

const key = 'verification-asked'

export const rememberAsking = () => writeStored(key, String(Date.now()))

/** As long as the link is valid. */
export function hasAsked(): boolean {
  const age = Date.now() - Number(readStored(key) ?? Number.NaN)
  return age >= 0 && age < days
}
