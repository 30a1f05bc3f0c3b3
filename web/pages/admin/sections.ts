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
import { type Access, mayAccess, type Principal } from '#domain/roles.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

export const groups = ['Data Management', 'System', 'Database'] as const

export interface Section {
  /** The section's name in the URL. */
  key: string
  label: string
  group: (typeof groups)[number]
  /** The lowest role that may see it. */
  access: Access
  Icon: LucideIcon
  Page: ReturnType<typeof page>
  /** Its position in the bottom bar on phones; sections without one are in the bar's menu. */
  inBar?: number
}

const page = (load: () => Promise<ComponentType<{ title: string }>>) =>
  lazyPart<{ title: string }>(load, {
    Placeholder: SectionSkeleton,
    errorTitle: 'This page didn’t load',
    reloads: true,
  })

/** All sections of Command Mode, in the order of its menus. */
const sections: readonly Section[] = [
  {
    key: 'overview',
    label: 'Overview',
    group: 'Data Management',
    access: 'admin',
    Icon: ChartColumn,
    Page: page(async () => (await import('./overview/overview-section.tsx')).OverviewSection),
  },
  {
    key: 'users',
    label: 'Users',
    group: 'Data Management',
    access: 'admin',
    Icon: UsersRound,
    Page: page(async () => (await import('./users/users-section.tsx')).UsersSection),
    inBar: 2,
  },
  {
    key: 'restaurants',
    label: 'Restaurants',
    group: 'Data Management',
    access: 'admin',
    Icon: Store,
    Page: page(async () => (await import('./restaurants/restaurants-section.tsx')).RestaurantsSection),
    inBar: 1,
  },
  {
    key: 'ratings',
    label: 'Ratings',
    group: 'Data Management',
    access: 'admin',
    Icon: Star,
    Page: page(async () => (await import('./ratings/ratings-section.tsx')).RatingsSection),
    inBar: 3,
  },
  {
    key: 'inbox',
    label: 'Inbox',
    group: 'Data Management',
    access: 'admin',
    Icon: Inbox,
    Page: page(async () => (await import('./inbox/inbox-section.tsx')).InboxSection),
  },
  {
    key: 'import',
    label: 'Import',
    group: 'Data Management',
    access: 'admin',
    Icon: FileUp,
    Page: page(async () => (await import('./import/import-section.tsx')).ImportSection),
  },
  {
    key: 'departments',
    label: 'Departments',
    group: 'Data Management',
    access: 'super-user',
    Icon: Building2,
    Page: page(async () => (await import('./departments/departments-section.tsx')).DepartmentsSection),
  },
  {
    key: 'campuses',
    label: 'Campuses',
    group: 'Data Management',
    access: 'super-user',
    Icon: Church,
    Page: page(async () => (await import('./campuses/campuses-section.tsx')).CampusesSection),
  },
  {
    key: 'email',
    label: 'Email Verification',
    group: 'System',
    access: 'super-user',
    Icon: MailCheck,
    Page: page(async () => (await import('./mail/mail-section.tsx')).MailSection),
  },
  {
    key: 'registration',
    label: 'Registration Control',
    group: 'System',
    access: 'super-user',
    Icon: UserRoundPlus,
    Page: page(async () => (await import('./registration/registration-section.tsx')).RegistrationSection),
  },
  {
    key: 'settings',
    label: 'Settings',
    group: 'System',
    access: 'super-user',
    Icon: SlidersHorizontal,
    Page: page(async () => (await import('./settings/settings-section.tsx')).SettingsSection),
  },
  {
    key: 'profile-images',
    label: 'Profile Images',
    group: 'System',
    access: 'super-user',
    Icon: ImageUp,
    Page: page(
      async () => (await import('./profile-images/profile-images-section.tsx')).ProfileImagesSection,
    ),
  },
  {
    key: 'alerts',
    label: 'System Alerts',
    group: 'System',
    access: 'super-user',
    Icon: Megaphone,
    Page: page(async () => (await import('./alerts/alerts-section.tsx')).AlertsSection),
  },
  {
    key: 'toast-tester',
    label: 'Toast Tester',
    group: 'System',
    access: 'super-user',
    Icon: MessageSquareText,
    Page: page(async () => (await import('./toast-tester/toast-tester-section.tsx')).ToastTesterSection),
  },
  {
    key: 'audit-log',
    label: 'Audit Log',
    group: 'System',
    access: 'super-user',
    Icon: ScrollText,
    Page: page(async () => (await import('./audit-log/audit-log-section.tsx')).AuditLogSection),
  },
  {
    key: 'backups',
    label: 'Backup / Restore',
    group: 'Database',
    access: 'super-user',
    Icon: DatabaseBackup,
    Page: page(async () => (await import('./backups/backups-section.tsx')).BackupsSection),
  },
  {
    key: 'distances',
    label: 'Distance Recalculation',
    group: 'Database',
    access: 'super-user',
    Icon: Route,
    Page: page(async () => (await import('./distances/distances-section.tsx')).DistancesSection),
  },
  {
    key: 'trash',
    label: 'Trash',
    group: 'Database',
    access: 'super-user',
    Icon: ArchiveRestore,
    Page: page(async () => (await import('./trash/trash-section.tsx')).TrashSection),
  },
]

const defaultSection = 'restaurants'

export function sectionsFor(viewer: Principal): Section[] {
  return sections.filter(({ access }) => mayAccess(viewer, access))
}

/** The section in the URL, or the default one if it names none that the viewer may see. */
export function sectionIn(search: Record<string, unknown>, viewer: Principal): Section | undefined {
  const open = sectionsFor(viewer)
  return open.find(({ key }) => key === search.section) ?? open.find(({ key }) => key === defaultSection)
}
