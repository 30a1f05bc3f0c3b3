import { fileURLToPath } from 'node:url'

/** Where processes keep what they have compiled, as with `npm start`: each starts in half the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)),
}
