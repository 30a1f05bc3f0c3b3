import type { Rolldown } from 'vite'

const application = /\/web\/(main\.tsx|app\/basics\.ts)$/
/** What surrounds the pages of people who are signed in comes with it. */
const home = /\/web\/(pages\/home\/home-page|app\/signed-in)\.tsx$/
const signIn = /\/web\/pages\/sign-in\/sign-in-page\.tsx$/
const contract = /\?plain$/

/**
 * Which modules go into one file: what is loaded together. Over HTTP/1.1 only six files are on their way at once, so a
 * page is one file besides the libraries and the application, not a dozen.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // They keep their hash, and so stay in the browser's cache, from release to release.
    name: 'libraries',
    test: /node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(query-core|react-query|history)|lucide-react\/dist\/esm\/(shared|Icon|context|createLucideIcon))[/.]/,
    priority: 6,
  },
  // The contract's schemas are for forms only; see browser-contract.ts.
  {
    name: 'forms',
    test: /node_modules\/(react-hook-form|@hookform|zod)\/|\?schemas$/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  { name: 'menus-and-dialogs', test: /node_modules\/(radix-ui|@radix-ui)\//, priority: 4 },
  {
    name: (id, modules) => {
      const isIn = (roots: RegExp) => isPartOf(roots, id, modules)
      if (isIn(application)) return 'application'
      // What the calls of other pages need too must not bring them Home.
      if (isIn(home)) return isIn(contract) ? 'application' : 'home'
      if (isIn(signIn)) return 'sign-in'
      return isIn(contract) ? 'contract' : null
    },
    includeDependenciesRecursively: false,
    priority: 3,
  },
  { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2, priority: 1 },
]

/** Whether these modules, or what they import from the beginning, have this one among them. */
function isPartOf(roots: RegExp, id: string, modules: Rolldown.ChunkingContext): boolean {
  const seen = new Set<string>()
  const isReached = (module: string): boolean => {
    if (roots.test(module)) return true
    if (seen.has(module)) return false
    seen.add(module)
    return (modules.getModuleInfo(module)?.importers ?? []).some(isReached)
  }
  return isReached(id)
}
