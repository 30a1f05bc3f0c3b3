import { FetchSource, type Source } from 'pmtiles'

/**
 * The bytes of a map file. Its ETags aren't compared: the address already changes with the content, and some browser
 * extensions replace ETags by random ones.
 */
export function mapFileSource(url: string): Source {
  const source = new FetchSource(url)
  return {
    getKey: () => url,
    getBytes: async (offset, length, signal) => {
      const { etag: _, ...range } = await source.getBytes(offset, length, signal)
      return range
    },
  }
}
