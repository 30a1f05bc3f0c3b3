import * as z from 'zod/mini'

interface FileRules {
  missing: string
  maxBytes: number
  tooLarge: string
  isRight?: (file: File) => boolean
  wrong?: string
}

/** The schema of a field in which a file must be chosen. */
export const chosenFile = ({ missing, maxBytes, tooLarge, isRight, wrong }: FileRules) =>
  z.pipe(
    z.custom<File | undefined>().check(
      z.refine(file => file !== undefined, { error: missing, abort: true }),
      z.refine(file => !file || !isRight || isRight(file), { error: wrong, abort: true }),
      z.refine(file => !file || file.size <= maxBytes, tooLarge),
    ),
    z.transform(file => file as File),
  )
