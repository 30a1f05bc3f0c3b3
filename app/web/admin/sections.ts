import {
  ArchiveRestore,
  Building2,
  ChartColumn,
  Church,
  DatabaseBackup,
  FileUp,
  ImageUp,
  Inbox,
  type LucideIcon,
  MailCheck,
  Megaphone,
  MessageSquareText,
  Route,
  ScrollText,
  SlidersHorizontal,
  Star,
  Store,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { type Access, mayAccess, type Principal } from '#kit/rules/roles.ts'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { loadCode } from '#kit/web/lazy/load-code.ts'
import { SectionSkeleton } from './section-skeleton.tsx'

interface Row {
  /** The section's name in the URL. */
  key: string
  label: string
  Icon: LucideIcon
  /** The component; its file has the same name. */
  name: `${string}Section`
  /** Its position in the bottom bar on phones; sections without one are in the bar's menu. */
  inBar?: number
}

export interface Section extends Row {
  /** Its heading in the menus. */
  group: string
  access: Access
  Page: ReturnType<typeof page>
}

const modules = import.meta.glob<Record<string, ComponentType<{ title: string }>>>([
  './*/*-section.tsx',
  '../../../features/*/web/admin/*-section.tsx',
])

/** The sections of Command Mode, in the menus' order. */
const all: readonly Section[] = [
  ...group('Data Management', 'admin', [
    { key: 'overview', label: 'Overview', Icon: ChartColumn, name: 'OverviewSection' },
    { key: 'users', label: 'Users', Icon: UsersRound, name: 'UsersSection', inBar: 2 },
    { key: 'restaurants', label: 'Restaurants', Icon: Store, name: 'RestaurantsSection', inBar: 1 },
    { key: 'ratings', label: 'Ratings', Icon: Star, name: 'RatingsSection', inBar: 3 },
    { key: 'inbox', label: 'Inbox', Icon: Inbox, name: 'InboxSection' },
    { key: 'import', label: 'Import', Icon: FileUp, name: 'ImportSection' },
  ]),
  ...group('Data Management', 'super-user', [
    { key: 'departments', label: 'Departments', Icon: Building2, name: 'DepartmentsSection' },
    { key: 'campuses', label: 'Campuses', Icon: Church, name: 'CampusesSection' },
  ]),
  ...group('System', 'super-user', [
    { key: 'email', label: 'Email Verification', Icon: MailCheck, name: 'MailSection' },
    { key: 'registration', label: 'Registration Control', Icon: UserRoundPlus, name: 'RegistrationSection' },
    { key: 'settings', label: 'Settings', Icon: SlidersHorizontal, name: 'SettingsSection' },
    { key: 'profile-images', label: 'Profile Images', Icon: ImageUp, name: 'ProfileImagesSection' },
    { key: 'alerts', label: 'System Alerts', Icon: Megaphone, name: 'AlertsSection' },
    { key: 'toast-tester', label: 'Toast Tester', Icon: MessageSquareText, name: 'ToastTesterSection' },
    { key: 'audit-log', label: 'Audit Log', Icon: ScrollText, name: 'AuditLogSection' },
  ]),
  ...group('Database', 'super-user', [
    { key: 'backups', label: 'Backup / Restore', Icon: DatabaseBackup, name: 'BackupsSection' },
    { key: 'distances', label: 'Distance Recalculation', Icon: Route, name: 'DistancesSection' },
    { key: 'trash', label: 'Trash', Icon: ArchiveRestore, name: 'TrashSection' },
  ]),
]

function group(label: string, access: Access, rows: readonly Row[]): Section[] {
  return rows.map(row => ({ ...row, group: label, access, Page: page(row.name) }))
}

function page(name: string) {
  const file = `${name.replace(/\B[A-Z]/g, '-$&').toLowerCase()}.tsx`
  const [, load] = Object.entries(modules).find(([path]) => path.endsWith(`/${file}`)) ?? []
  if (!load) throw new Error(`There is no ${file}`)
  const loadSection = async () => {
    const { [name]: Page } = await loadCode(load)
    if (!Page) throw new Error(`There is no ${name} in ${file}`)
    return Page
  }
  return lazyPart(loadSection, {
    Placeholder: SectionSkeleton,
    errorTitle: 'This page didn’t load',
    reloads: true,
  })
}

export const sectionsFor = (viewer: Principal): Section[] =>
  all.filter(({ access }) => mayAccess(viewer, access))

/** The section in the URL, or the default one if it names none that the viewer may see. */
export function sectionIn(section: string | undefined, viewer: Principal): Section | undefined {
  const open = sectionsFor(viewer)
  return open.find(({ key }) => key === section) ?? open.find(({ key }) => key === 'restaurants')
}
