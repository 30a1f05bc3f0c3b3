import type { Rolldown } from 'vite'

const application = /\/web\/(index\.html|main\.tsx)$/
/** Includes the frame around the pages of signed-in users, so all of these pages load this chunk. */
const home = /\/web\/(pages\/home\/home-page|app\/(signed-in|viewer-in-header|bottom-bar))\.tsx$/
const signIn = /\/web\/pages\/sign-in\/sign-in-page\.tsx$/
/** Loaded after the sign-in page is shown. */
const passkeys = /\/web\/features\/account\/passkey-sign-in\.tsx$/
const administration = /\/web\/pages\/admin\/admin-page\.tsx$/
const firstSection = /\/web\/pages\/admin\/restaurants\/restaurants-section\.tsx$/
/** Pages for administrators, and dialogs that only administrators open on other pages. */
const adminOnly =
  /\/web\/(pages\/(admin|config|full-data-assist)\/|kit\/restaurant\/restaurant-(form|editors)\.tsx|features\/restaurant\/team-ratings-dialog\.tsx)/
const details = /\/web\/kit\/restaurant\/restaurant-dialogs\.tsx$/
const libraries =
  /node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(query-core|react-query|history)|lucide-react\/dist\/esm\/(shared|Icon|context|createLucideIcon))[/.]/
/**
 * Modules of TanStack Query that only settings and backups use. Their importers don't tell them apart, because Query's
 * index imports all modules.
 */
const onlySettings = /\/(queriesObserver|useQueries|useMutationState)\.|\/web\/kit\/settings\//
const contract = /\?plain$/
const schemas = /\?schemas$/
const icon = /node_modules\/lucide-react\/dist\/esm\/icons\//
const headless =
  /node_modules\/(radix-ui|@radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|use-callback-ref|use-sidecar|react-style-singleton|get-nonce|tslib)\//
const dialogs = /\/web\/ui\/(dialog|confirm-dialog|submit-dialog|menu|toast)\.tsx$/

/**
 * Puts modules that are loaded together into one file. Over HTTP/1.1, browsers load only six files at a time, so a page
 * should be one file besides the libraries and the application, not a dozen.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  {
    // Their hash seldom changes, so they stay in the browser's cache across releases.
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
      // The lists of Command Mode show no dialogs at first, so their modules never go into a chunk that needs dialogs.
      const isInLists = isIn(administration) || isIn(firstSection)
      // Modules used by dialogs go into their chunk: in another one, the two chunks would import each other.
      if (headless.test(id) || (importers.some(id => dialogs.test(id)) && !isInLists))
        return 'menus-and-dialogs'
      if (contract.test(id)) return 'contract'
      if (isIn(details) && !isInLists)
        return entries.every(id => details.test(id)) ? 'details' : 'details-and-more'
      // The building blocks of the lists of Command Mode go into the chunk of its frame.
      const isOfLists = isIn(administration) || (isIn(firstSection) && entries.length > 3)
      return isOfLists && entries.every(id => adminOnly.test(id)) ? 'administration' : null
    },
    includeDependenciesRecursively: false,
    priority: 3,
  },
  { name: 'icons', test: icon, minShareCount: 2, priority: 1 },
]

/** The modules that import this one, directly or indirectly, and the module itself. */
function importersOf(id: string, modules: Rolldown.ChunkingContext): string[] {
  const reached = new Set([id])
  // Schemas have their own chunk, no matter who imports the other half of their module.
  for (const module of reached)
    for (const importer of modules.getModuleInfo(module)?.importers ?? [])
      if (!schemas.test(importer)) reached.add(importer)
  return [...reached]
}

/** Whether the module is an entry point or is imported dynamically. */
const isEntry = (info: Rolldown.ModuleInfo | null) =>
  info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0
