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

/** The first letter with all its marks, or a whole emoji; by code point where a browser can't tell. */
function firstLetter(text: string): string {
  // No quotes, and no mark without its letter. Joiners and variation selectors stay: within an emoji they are needed.
  const visible = text.replace(/^[\p{Z}\p{Cc}\p{M}\p{P}\p{Default_Ignorable_Code_Point}\u2800]+/u, '')
  const [first = ''] = graphemes ? Array.from(graphemes.segment(visible), part => part.segment) : visible
  const letter = first.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
  return letter.toUpperCase()
}

const graphemes = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null
