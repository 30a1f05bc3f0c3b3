/** Says how many restaurants are not on the map because their position is unknown. */
export function missingText(missing: number, total: number): string {
  const shown = total - missing
  if (shown === 0) {
    const these = total === 1 ? 'this restaurant is' : 'these restaurants are'
    return `It isn’t known yet where ${these}, so the map shows the campus alone.`
  }
  const others =
    missing === 1
      ? 'Of the other one it isn’t known yet where it is.'
      : 'Of the others it isn’t known yet where they are.'
  return `${shown} of ${total} ${shown === 1 ? 'is' : 'are'} on the map. ${others}`
}
