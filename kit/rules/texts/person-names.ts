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

const firstLetter = (text: string): string => letterAt(text, 0).toUpperCase()

/** A letter with all its marks, or a whole emoji; by code point where a browser can't tell. Empty if there are fewer. */
export function letterAt(text: string, index: number): string {
  // No quotes, and no mark without its letter. Joiners and variation selectors stay: within an emoji they are needed.
  const visible = text.replace(/^[\p{Z}\p{Cc}\p{M}\p{P}\p{Default_Ignorable_Code_Point}\u2800]+/u, '')
  const letters = graphemes ? Array.from(graphemes.segment(visible), part => part.segment) : [...visible]
  return (letters[index] ?? '').replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
}

const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
