/** The names of devices by what their User-Agent header contains; the first match counts. */
const devices: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows PC'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux PC'],
]

type Attached = {
  /** Whether the key is in this device, or in another one. */
  attachment?: 'platform' | 'cross-platform'
  transports?: readonly string[]
}

/** The name of a new passkey: its device, with a number if that name is taken. */
export function passkeyName(userAgent: string, made: Attached, taken: readonly string[]): string {
  const name = deviceName(userAgent, made)
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(numbered)) return numbered
  }
}

function deviceName(userAgent: string, { attachment, transports = [] }: Attached): string {
  if (attachment === 'cross-platform') return transports.includes('hybrid') ? 'Phone' : 'Security key'
  return kindOfDevice(userAgent) ?? 'Passkey'
}

const kindOfDevice = (userAgent: string) => devices.find(([sign]) => sign.test(userAgent))?.[1]

/** The names of browsers by what their User-Agent header contains; the first match counts. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Edg[A-Za-z]*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** The name of a browser on its device, such as 'Chrome on Windows PC'. */
export function browserName(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Browser'
  const device = kindOfDevice(userAgent)
  return device === undefined ? browser : `${browser} on ${device}`
}
