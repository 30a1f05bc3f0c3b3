/*
 * Characters that no one sees: zero-width spaces, byte order marks, soft hyphens, direction marks. They come along
 * when text is copied from a chat, a spreadsheet or a web page. Some are needed: joiners within emoji and in scripts
 * such as Persian or Malayalam, variation selectors, the tags of a flag.
 */

const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]+/gu
/** Also blank: the empty pattern of Braille. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]$/u
const plain = /^[!-~](?:[ -~]*[!-~])?$/

/** Line breaks of presentations, word processors and Unicode, which no browser shows as such. */
const foreignBreak = /[\v\f\x85\u2028\u2029]/g
/** They mean nothing in a text, and PostgreSQL can't store NUL. */
const control = /[^\P{Cc}\s\x85]/gu

/** Without control characters except tabs and line breaks. */
export const withoutControls = (text: string): string =>
  plain.test(text) ? text : text.replace(foreignBreak, '\n').replace(control, '')

/** As one line where it was copied as several; real line breaks stay, and a form rejects them. */
export const inOneLine = (text: string): string =>
  plain.test(text) ? text : text.replace(/[\t\v\f\x85\u2028\u2029]+/g, ' ').replace(control, '')

/** Without blanks and invisible characters at both ends. A text of nothing else becomes empty. */
export function trimText(text: string): string {
  if (plain.test(text)) return text
  let start = 0
  for (const sign of text) {
    if (!blank.test(sign)) break
    start += sign.length
  }
  let end = text.length
  while (end > start) {
    const sign = lastSign(text, end)
    if (!blank.test(sign)) break
    end -= sign.length
  }
  if (end === start) return ''
  const [rest = ''] = /^\S*/.exec(text.slice(end)) ?? []
  const kept = neededOf(rest, { before: lastSign(text, end), after: '', isRightToLeft: false })
  return text.slice(start, end) + kept
}

/** Trimmed, and without invisible characters inside except those that emoji and scripts need. */
export function withoutInvisible(text: string): string {
  if (plain.test(text)) return text
  const isRightToLeft = rightToLeft.test(text)
  return trimText(text).replace(invisible, (run: string, at: number, whole: string) => {
    const next = whole.codePointAt(at + run.length)
    const after = next === undefined ? '' : String.fromCodePoint(next)
    return neededOf(run, { before: lastSign(whole, at), after, isRightToLeft })
  })
}

/**
 * Trimmed, and without any invisible or control character: for email addresses, keys, headers and numbers, and to compare names.
 * Only the tags of flags stay, as they tell one flag from another.
 */
export const onlyVisible = (text: string): string =>
  plain.test(text)
    ? text
    : trimText(text.replace(control, '')).replace(
        /(?![\u{E0020}-\u{E007F}])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu,
        '',
      )

/** The character that ends before `end`, whole even where it takes two code units. */
function lastSign(text: string, end: number): string {
  const pair = text.slice(Math.max(0, end - 2), end)
  return [...pair].at(-1) ?? ''
}

type Neighbors = { before: string; after: string; isRightToLeft: boolean }

/** The characters of an invisible run that what surrounds it needs. */
function neededOf(run: string, { before, after, isRightToLeft }: Neighbors): string {
  let kept = ''
  let previous = before
  for (const sign of run)
    if (isNeeded(sign, { before: previous, after, isRightToLeft })) {
      kept += sign
      previous = sign
    }
  return kept
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u
/** Scripts in which a joiner changes how letters are written. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Scripts without blanks between words, in which a zero-width space is where a line may break. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
const ofAnotherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
const oldHangul = /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]/

function isNeeded(sign: string, { before, after, isRightToLeft }: Neighbors): boolean {
  switch (sign) {
    case '\u200B':
      return unspaced.test(before) && unspaced.test(after)
    case '\u200C':
    case '\u200D':
      if (joining.test(before)) return joining.test(after) || /\p{M}/u.test(before)
      return sign === '\u200D' && emoji.test(before) && /\p{Extended_Pictographic}/u.test(after)
    case '\u200E':
    case '\u200F':
    case '\u061C':
      return isRightToLeft && after !== ''
    case '\u115F':
    case '\u1160':
      return oldHangul.test(before) || oldHangul.test(after)
    case '\u034F':
      return after !== '' && (/\p{M}/u.test(before) || ofAnotherScript.test(before))
  }
  if (/[\uFE0E\uFE0F]/.test(sign))
    return /\p{Extended_Pictographic}/u.test(before) || (after === '\u20E3' && /[0-9#*]/.test(before))
  if (/[\u{E0020}-\u{E007F}]/u.test(sign))
    return before === '\u{1F3F4}' || /[\u{E0020}-\u{E007F}]/u.test(before)
  return /\p{Variation_Selector}/u.test(sign) && ofAnotherScript.test(before)
}
