export const usersLabel = (count: number) =>
  count === 1 ? '1 user' : `${count.toLocaleString('en-US')} users`

export const alreadyExists = (name: string) => `Department "${name}" already exists.`

export const hasUsers = (name: string, count: number) =>
  `Department "${name}" has ${usersLabel(count)}. Reassign users first.`
