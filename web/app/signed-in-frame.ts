import { loadable } from '#web/lib/loadable.tsx'

/*
 * The frame around the pages of signed-in users. It loads together with these pages (router.tsx), in the file that they
 * all share, because the sign-in page doesn't need it.
 */
export const SignedIn = loadable(async () => (await import('./signed-in.tsx')).SignedIn)
export const ViewerInHeader = loadable(async () => (await import('./viewer-in-header.tsx')).ViewerInHeader)
export const BottomBar = loadable(async () => (await import('./bottom-bar.tsx')).BottomBar)

export async function loadSignedInFrame(): Promise<void> {
  await Promise.all([SignedIn, ViewerInHeader, BottomBar].map(part => part.load()))
}
