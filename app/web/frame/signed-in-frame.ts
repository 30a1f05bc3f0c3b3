import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'

/*
 * The frame around the pages of signed-in users. It loads together with these pages (router.tsx), in the file that they
 * all share, because the sign-in page doesn't need it.
 */
const keepsTrying = { keepsTrying: true }
export const SignedIn = lazyPart(async () => (await import('./signed-in.tsx')).SignedIn, keepsTrying)
export const ViewerInHeader = lazyPart(
  async () => (await import('./signed-in.tsx')).ViewerInHeader,
  keepsTrying,
)
export const BottomBar = lazyPart(async () => (await import('./signed-in.tsx')).BottomBar, keepsTrying)

export async function loadSignedInFrame(): Promise<void> {
  await Promise.all([SignedIn, ViewerInHeader, BottomBar].map(part => part.load()))
}
