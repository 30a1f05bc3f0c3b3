export function milesLabel(miles: number): string {
  return `${miles.toLocaleString('en-US')} mi`
}
