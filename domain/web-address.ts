import { onlyVisible } from './text.ts'

const host =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]+\.?(?::\d{1,5})?(?:[/?#]|$)/u

/** A web address as people write it: 'www.example.org/menu' means https, as it does in a browser. */
export function withScheme(text: string): string {
  const address = onlyVisible(text)
  return host.test(address) ? `https://${address}` : address
}
