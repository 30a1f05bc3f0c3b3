/** The texts above the form. */
export const signInTexts = { title: 'Sign in', lead: 'Pick a place, rate it, meet you there.' }
