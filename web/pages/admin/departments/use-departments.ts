import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listDepartments, saveDepartments } from '#contract/departments.ts'
import type { User } from '#contract/people.ts'
import { getViewer } from '#contract/sessions.ts'
import { listUsers } from '#contract/users.ts'
import { ApiError, call } from '#web/api/call.ts'
import { read, refresh } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'

export interface Department {
  /** Its place in the list. */
  id: number
  name: string
  /** undefined until it is known. */
  userCount: number | undefined
}

/** All departments in their own order, with the numbers of their users as soon as those are known. */
export function useDepartments() {
  const names = useQuery(read(listDepartments))
  const { data: counts } = useQuery({ ...read(listUsers), select: countByDepartment })
  const data = names.data?.departments.map(
    (name, index): Department => ({
      id: index + 1,
      name,
      userCount: counts && (counts.get(name) ?? 0),
    }),
  )
  return { ...names, data }
}

interface Wish {
  departments: string[]
  rename?: { from: string; to: string }
}

/** Given the departments as they are now: as they shall be. */
type Change = (present: string[]) => Wish

/** Saves a change of the list. It is made to the list as it is at that moment, so that nobody else's change is undone. */
export function useChangeDepartments() {
  const queryClient = useQueryClient()
  return useMutation<unknown, ApiError, Change>({
    mutationFn: async change => {
      const { departments } = await call(listDepartments)
      return save(change, departments)
    },
    onSettled: () => refresh(queryClient, [listDepartments, listUsers, getViewer, ...restaurantQueries]),
  })
}

const mostAttempts = 5

async function save(change: Change, present: string[], attempt = 1): Promise<unknown> {
  try {
    return await call(saveDepartments, { body: { ...change(present), expected: present } })
  } catch (error) {
    const current = error instanceof ApiError && error.status === 409 ? error.extra.current : undefined
    if (!Array.isArray(current) || attempt === mostAttempts) throw error
    return save(change, current, attempt + 1)
  }
}

function countByDepartment(users: User[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { department } of users) counts.set(department, (counts.get(department) ?? 0) + 1)
  return counts
}
