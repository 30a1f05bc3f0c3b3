import * as z from 'zod/mini'

const error = ({ input }: { input?: unknown }) => {
  const other = String(input).match(/\{(?![zxy]\})[^{}]*\}/)?.[0]
  return other
    ? `has ${other} in it, and only {z}, {x} and {y} are filled in: write what belongs there, or leave it out`
    : 'must be an address such as https://tiles.example.org/{z}/{x}/{y}.png'
}

/** The address of image tiles, with the placeholders that browsers fill in. */
export const tileAddress = z
  .url({ protocol: /^https?$/, error })
  .check(
    z.refine(
      url =>
        ['{z}', '{x}', '{y}'].every(part => url.includes(part)) &&
        !/\{(?![zxy]\})/.test(url) &&
        !new URL(url).host.includes('{'),
      { error },
    ),
  )
