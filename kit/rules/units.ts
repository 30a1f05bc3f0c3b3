/** Lengths of time in milliseconds. */
export const seconds = 1000
export const minutes = 60 * seconds
export const hours = 60 * minutes
export const days = 24 * hours

/** Sizes in bytes. */
export const megabytes = 1024 * 1024

export const metersPerMile = 1609.34
