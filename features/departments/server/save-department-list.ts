import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid } from '#kit/server/http/errors.ts'
import { NewDepartment } from '../contract.ts'
import {
  countMembers,
  listDepartmentNames,
  lockDepartments,
  lockMembers,
  orderDepartments,
  removeDepartment,
  renameDepartment,
} from './departments-store.ts'

type Rename = { from: string; to: string }
type Input = {
  departments: string[]
  rename?: Rename
  /** The list as it was before editing, to detect changes made by others. */
  expected?: string[]
}

/** Saves the whole list of departments in this order, or nothing. */
export async function saveDepartmentList(
  { db, now, followers }: Deps,
  input: Input,
  by: Actor,
): Promise<string[]> {
  const { expected, rename } = input
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    if (rename) await lockMembers(tx, rename.from)
    await lockDepartments(tx)
    const before = await listDepartmentNames(tx)
    if (expected && JSON.stringify(expected) !== JSON.stringify(before)) {
      throw conflict('Someone else just changed the departments', {
        code: 'changed_meanwhile',
        current: before,
      })
    }
    // Names that are there already stay as they are, also those that are now written another way.
    const tidied = input.departments.map((name, i) => (before.includes(name) ? name : newName(name, i)))
    const after = renamed(tidied, rename)
    const kept = renamed(before, rename)
    if (rename) rejectRename(rename, before, after)
    rejectDuplicates(after, before)
    const removed = kept.filter(name => !after.includes(name))
    for (const name of removed) await removeUnused(tx, name)
    if (rename) {
      await renameDepartment(tx, rename.from, rename.to)
      await followers.departmentRenamed(tx, rename, time)
    }
    await orderDepartments(tx, after)

    const added = after.filter(name => !kept.includes(name))
    const details = { ...(rename && { renamed: rename }), added, removed, before, after }
    await recordAudit(tx, { action: 'DEPARTMENTS_UPDATED', details, by, time })
    return after
  })
}

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
  const count = await countMembers(tx, name)
  if (count > 0) {
    const users = count === 1 ? '1 user' : `${count} users`
    throw conflict(`Department "${name}" has ${users}. Reassign users first.`)
  }
  await removeDepartment(tx, name)
}

const alreadyExists = (name: string) => conflict(`Department "${name}" already exists.`)
