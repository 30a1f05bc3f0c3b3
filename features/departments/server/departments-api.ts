import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { lockedForRemoval } from '#kit/server/database/locks.ts'
import { change, list, lock, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { serveCached } from '#kit/server/http/serve-cached.ts'
import { listAdminDepartments, listDepartments, NewDepartment, saveDepartments } from '../contract.ts'

export function departmentsApi(app: FastifyInstance, deps: Deps): void {
  const { db, followers } = deps

  serveCached(app, deps, listDepartments, async ({ db }) => ({ departments: await listDepartmentNames(db) }))

  serve(app, listAdminDepartments, async () =>
    db
      .selectFrom('departments')
      .leftJoin('users', 'users.department', 'departments.name')
      .select(eb => ['departments.id', 'departments.name', eb.fn.count<number>('users.id').as('userCount')])
      .groupBy(['departments.id', 'departments.name', 'departments.position'])
      .orderBy('departments.position')
      .orderBy('departments.id')
      .execute(),
  )

  serve(app, saveDepartments, async call =>
    write(deps, call, async ({ tx, time, audit }) => {
      const input: Input = Array.isArray(call.body) ? { departments: call.body } : call.body
      const { expected, rename } = input
      // Before the departments, because rating locks a user first.
      if (rename) await lock(tx, 'users', { department: rename.from })
      // So that saving the list and joining a department wait.
      await tx.selectFrom('departments').select('id').orderBy('id').$call(lockedForRemoval(tx)).execute()
      const before = await listDepartmentNames(tx)
      if (expected && JSON.stringify(expected) !== JSON.stringify(before))
        throw conflict('Someone else just changed the departments', {
          code: 'changed_meanwhile',
          current: before,
        })
      // Names that are there already stay as they are, also those that are now written another way.
      const tidied = input.departments.map((name, i) => (before.includes(name) ? name : newName(name, i)))
      const after = renamed(tidied, rename)
      const kept = renamed(before, rename)
      if (rename) rejectRename(rename, before, after)
      rejectDuplicates(after, before)
      const removed = kept.filter(name => !after.includes(name))
      for (const name of removed) await removeUnused(tx, name)
      if (rename) {
        // Foreign keys pass the new name on to its users and tallies.
        await change(tx, 'departments', { name: rename.from }, { name: rename.to })
        await followers.departmentRenamed(tx, rename, time)
      }
      await orderDepartments(tx, after)

      const added = after.filter(name => !kept.includes(name))
      const details = { ...(rename && { renamed: rename }), added, removed, before, after }
      await audit('DEPARTMENTS_UPDATED', details)
      return { departments: after }
    }),
  )
}

export async function listDepartmentNames(db: Db): Promise<string[]> {
  const rows = await list(db, 'departments', {}, { order: ['position', 'id'] })
  return rows.map(row => row.name)
}

type Input = Exclude<Body<typeof saveDepartments>, string[]>
type Rename = NonNullable<Input['rename']>

function newName(name: string, index: number): string {
  const { data, error } = NewDepartment.safeParse(name)
  if (data === undefined) throw invalid(`departments.${index}`, error?.issues[0]?.message ?? 'Invalid name')
  return data
}

const renamed = (names: string[], rename: Rename | undefined) =>
  names.map(name => (name === rename?.from ? rename.to : name))

function rejectDuplicates(names: string[], before: string[]): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    const same = seen.get(foldName(name))
    const areOld = same !== name && before.includes(name) && before.includes(same ?? '')
    if (same !== undefined && !areOld) throw alreadyExists(name)
    seen.set(foldName(name), name)
  }
}

function rejectRename({ from, to }: Rename, before: string[], after: string[]): void {
  if (!before.includes(from)) throw invalid('rename.from', `Department "${from}" not found`)
  if (!after.includes(to)) throw invalid('rename.to', `Department "${to}" is not in the list`)
  if (to !== from && before.some(name => name !== from && foldName(name) === foldName(to)))
    throw alreadyExists(to)
}

async function removeUnused(tx: Db, name: string): Promise<void> {
  const count = await countRows(tx.selectFrom('users').where('department', '=', name))
  if (count > 0) {
    const users = count === 1 ? '1 user' : `${count} users`
    throw conflict(`Department "${name}" has ${users}. Reassign users first.`)
  }
  await remove(tx, 'departments', { name })
}

const alreadyExists = (name: string) => conflict(`Department "${name}" already exists.`)

/** Adds the new names and puts all of them in this order. */
async function orderDepartments(tx: Db, names: string[]): Promise<void> {
  if (names.length === 0) return
  await tx
    .insertInto('departments')
    .values(names.map((name, position) => ({ name, position })))
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet(eb => ({ position: eb.ref('excluded.position') })),
    )
    .execute()
}
