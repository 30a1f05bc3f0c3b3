export const usersLabel = (count: number) =>
  count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`

export const alreadyExists = (name: string) => `Department "${name}" already exists.`

/** In the server's words. */
export const hasUsers = (name: string, count: number) =>
  `Department "${name}" has ${count} ${count === 1 ? 'user' : 'users'}. Reassign users first.`
