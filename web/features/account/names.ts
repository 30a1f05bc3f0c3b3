interface Named {
  firstName: string
  lastName: string
  email: string
}

/** First letters of first and last name, else the first letter of the email in capitals, else '?'. */
export function initials({ firstName, lastName, email }: Named): string {
  const letters = firstLetter(firstName) + firstLetter(lastName)
  return letters || firstLetter(email) || '?'
}

export function fullName({ firstName, lastName, email }: Named): string {
  return `${firstName} ${lastName}`.trim() || email
}

// By code points: a letter outside the basic plane must not be cut in two.
const firstLetter = (text: string) => [...text.trim()][0]?.toUpperCase() ?? ''
