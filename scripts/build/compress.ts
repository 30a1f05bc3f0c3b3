import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_COMPRESSING = /\.(js|css|svg|json|txt|webmanifest)$/
const SMALLEST = 1024

/**
 * Writes a `.br` and a `.gz` beside each text file, as small as possible, which the server sends as they are. The page
 * gets the names of its installation first.
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter(file => WORTH_COMPRESSING.test(file))
  await Promise.all(files.map(file => compressFile(join(folder, file))))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST) return
  const brotli = await promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
