import { loadable } from '#web/lib/loadable.tsx'

/*
 * What is around the pages of people who are signed in. It comes with these pages (router.tsx), in the file that all of them
 * load: the sign-in needs none of it.
 */
export const SignedIn = loadable(async () => (await import('./signed-in.tsx')).SignedIn)
export const ViewerInHeader = loadable(async () => (await import('./viewer-in-header.tsx')).ViewerInHeader)
export const BottomBar = loadable(async () => (await import('./bottom-bar.tsx')).BottomBar)

export async function loadSignedInFrame(): Promise<void> {
  await Promise.all([SignedIn, ViewerInHeader, BottomBar].map(part => part.load()))
}
