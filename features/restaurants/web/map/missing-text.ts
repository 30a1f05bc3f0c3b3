/** Says how many restaurants are not on the map because their position is unknown. */
export function missingText(missing: number, total: number): string {
  const shown = total - missing
  if (shown === 0) {
    const whose = total === 1 ? 'This restaurant’s position is' : 'The positions of these restaurants are'
    return `${whose} not known yet, so the map only shows the campus.`
  }
  const others = missing === 1 ? 'The position of the other one is' : 'The positions of the others are'
  return `${shown} of ${total} ${shown === 1 ? 'is' : 'are'} on the map. ${others} not known yet.`
}
