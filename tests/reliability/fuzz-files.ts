import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { picture, pixelBomb } from '#server/testing/pictures.ts'

/** The files for uploads, by name. */
async function makeFiles(): Promise<Record<string, Buffer>> {
  const jpeg = await picture().jpeg().toBuffer()
  return {
    'picture.png': await picture().png().toBuffer(),
    'picture.jpg': jpeg,
    'half.jpg': jpeg.subarray(0, jpeg.length / 2),
    'bomb.png': pixelBomb(24_000, 12_000),
    'places.csv': Buffer.from(
      'Name,Address,Price\nSoup,"1 Main Street, Arden, NC",$$\n"a ""b""",2 Main Street,cheap\n,,\n',
    ),
    'ratings.csv': Buffer.from(
      'User Email,Restaurant ID,Rating Value,Comment\nperson3@example.org,2,4,good\nx,y,z,\n',
    ),
    text: Buffer.from('\ufeffa,b\n"open'),
    zip: Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
    empty: Buffer.alloc(0),
  }
}

let made: ReturnType<typeof makeFiles> | undefined

/** The files, plus a backup of the installation that they are uploaded to. */
export async function filesFor(dataDir: string): Promise<Record<string, Buffer>> {
  const folder = join(dataDir, 'backups')
  const [name] = (await readdir(folder)).filter(one => one.startsWith('backup-'))
  made ??= makeFiles()
  return { ...(await made), ...(name && { backup: await readFile(join(folder, name)) }) }
}
