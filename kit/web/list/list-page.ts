export const pageSize = 50

/**
 * The query for a page of a list, the first being 1. The page's first script asks for the first page of Command Mode with
 * it, so that the list finds that reply.
 */
export function queryOfPage(page: number, sort: { key: string; descending: boolean } | undefined) {
  return {
    ...(sort && { sort: sort.key, order: sort.descending ? 'desc' : 'asc' }),
    limit: String(pageSize),
    offset: String((page - 1) * pageSize),
  }
}
