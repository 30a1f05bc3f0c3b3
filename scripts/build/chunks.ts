import type { Rolldown } from 'vite'

const application = /\/web\/(index\.html|main\.tsx)$/
/** What surrounds the pages of people who are signed in comes with it, so all of these pages load it. */
const home = /\/web\/(pages\/home\/home-page|app\/(signed-in|viewer-in-header|bottom-bar))\.tsx$/
const signIn = /\/web\/pages\/sign-in\/sign-in-page\.tsx$/
/** Comes with the sign-in once that stands. */
const passkeys = /\/web\/features\/account\/passkey-sign-in\.tsx$/
const administration = /\/web\/pages\/admin\/admin-page\.tsx$/
const firstSection = /\/web\/pages\/admin\/restaurants\/restaurants-section\.tsx$/
/** Pages for administrators, and what only they open elsewhere. */
const workplace =
  /\/web\/(pages\/(admin|config|full-data-assist)\/|kit\/restaurant\/restaurant-(form|editors)\.tsx|features\/restaurant\/team-ratings-dialog\.tsx)/
const details = /\/web\/kit\/restaurant\/open-dialogs\.tsx$/
const libraries =
  /node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(query-core|react-query|history)|lucide-react\/dist\/esm\/(shared|Icon|context|createLucideIcon))[/.]/
/** Of Query, for settings and backups; they aren't told apart by who imports them, since its index does. */
const onlySettings = /\/(queriesObserver|useQueries|useMutationState)\.|\/web\/kit\/settings\//
const contract = /\?plain$/
const schemas = /\?schemas$/
const icon = /node_modules\/lucide-react\/dist\/esm\/icons\//
const headless =
  /node_modules\/(radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|use-callback-ref|use-sidecar|react-style-singleton|get-nonce|tslib)\//
const dialogs = /\/web\/ui\/(dialog|confirm-dialog|submit-dialog|menu|toast)\.tsx$/

/**
 * Which modules go into one file: what is loaded together. Over HTTP/1.1 only six files are on their way at once, so a
 * page is one file besides the libraries and the application, not a dozen.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // They keep their hash, and so stay in the browser's cache, from release to release.
    name: 'libraries',
    test: id => libraries.test(id) && !onlySettings.test(id),
    priority: 6,
  },
  // The contract's schemas are for forms only; see browser-contract.ts.
  {
    name: 'forms',
    test: /node_modules\/(react-hook-form|@hookform|zod)\/|\?schemas$/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: (id, modules) => {
      const importers = importersOf(id, modules)
      const entries = importers.filter(id => isEntry(modules.getModuleInfo(id)))
      const isIn = (entry: RegExp) => entries.some(id => entry.test(id))
      if (onlySettings.test(id)) return 'settings'
      if (isIn(application) || (isIn(home) && isIn(signIn))) return 'application'
      if (isIn(home)) return 'home'
      if (isIn(signIn)) return 'sign-in'
      if (isIn(passkeys)) return 'passkeys'
      // The lists of Command Mode do without dialogs at first, so nothing of theirs comes with what needs these.
      const isInLists = isIn(administration) || isIn(firstSection)
      // What dialogs use comes with them: elsewhere it would be in a file that needs theirs, and is needed by it.
      if (headless.test(id) || (importers.some(id => dialogs.test(id)) && !isInLists))
        return 'menus-and-dialogs'
      if (contract.test(id)) return 'contract'
      if (isIn(details) && !isInLists)
        return entries.every(id => details.test(id)) ? 'details' : 'details-and-more'
      // What the lists of Command Mode are made of comes with its frame.
      const isOfLists = isIn(administration) || (isIn(firstSection) && entries.length > 3)
      return isOfLists && entries.every(id => workplace.test(id)) ? 'administration' : null
    },
    includeDependenciesRecursively: false,
    priority: 3,
  },
  { name: 'icons', test: icon, minShareCount: 2, priority: 1 },
]

/** The modules that import this one, directly or by way of others, and itself. */
function importersOf(id: string, modules: Rolldown.ChunkingContext): string[] {
  const reached = new Set([id])
  // Schemas are in a file of their own, whoever imports the module that they are half of.
  for (const module of reached)
    for (const importer of modules.getModuleInfo(module)?.importers ?? [])
      if (!schemas.test(importer)) reached.add(importer)
  return [...reached]
}

/** Whether a module is loaded by itself. */
const isEntry = (info: Rolldown.ModuleInfo | null) =>
  info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0
