interface Named {
  firstName: string
  lastName: string
}

/** A person's name in lists, emails and messages. */
export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`

/** Shown instead of a picture: the initials of first and last name, else the first letter of the email, else '?'. */
export function initials({ firstName, lastName, email = '' }: Named & { email?: string }): string {
  const letters = firstLetter(firstName) + firstLetter(lastName)
  return letters || firstLetter(email) || '?'
}

// By code points: a letter outside the basic plane must not be cut in two.
const firstLetter = (text: string) => [...text.trim()][0]?.toUpperCase() ?? ''
