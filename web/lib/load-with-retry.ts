import { loadCode } from './load-code.ts'

const retryDelay = 2_000

/** Loads code that the page can do without for now. Retries forever, since the connection may be down. */
export const loadWithRetry = <T>(load: () => Promise<T>): Promise<T> =>
  loadCode(load).catch(async () => {
    await new Promise(resolve => setTimeout(resolve, retryDelay))
    return loadWithRetry(load)
  })
