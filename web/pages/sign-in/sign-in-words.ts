/** The texts above the form. */
export const signInWords = { title: 'Sign in', lead: 'Pick a place, rate it, meet you there.' }
