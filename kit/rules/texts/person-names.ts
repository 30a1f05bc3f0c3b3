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

/** The initials of people who are shown together: 'Br' and 'Ba' where two of them would have the same. */
export function distinctInitials<P extends Named & { id: number }>(
  people: readonly P[],
): (person: P) => string {
  return person => {
    const own = initials(person)
    const hasTwin = people.some(other => other.id !== person.id && initials(other) === own)
    const second = hasTwin && secondLetter(person.firstName)
    return second ? firstLetter(person.firstName) + second : own
  }
}

/** The first letter with all its marks, or a whole emoji; by code point where a browser can't tell. */
const firstLetter = (text: string): string => lettersOf(text)[0]?.replace(unseen, '').toUpperCase() ?? ''
const secondLetter = (text: string): string => lettersOf(text)[1]?.replace(unseen, '').toLowerCase() ?? ''

function lettersOf(text: string): string[] {
  // No quotes, and no mark without its letter. Joiners and variation selectors stay: within an emoji they are needed.
  const visible = text.replace(/^[\p{Z}\p{Cc}\p{M}\p{P}\p{Default_Ignorable_Code_Point}\u2800]+/u, '')
  return graphemes ? Array.from(graphemes.segment(visible), part => part.segment) : [...visible]
}

const unseen = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
