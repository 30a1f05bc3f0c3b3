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
import { SectionSkeleton } from './section-skeleton.tsx'

export interface Section {
  /** The section's name in the URL. */
  key: string
  label: string
  /** The lowest role that may see it, if higher than its group's. */
  access?: Access
  Icon: LucideIcon
  Page: ReturnType<typeof page>
  /** Its position in the bottom bar on phones; sections without one are in the bar's menu. */
  inBar?: number
}

export interface Group {
  label: string
  /** The lowest role that may see its sections. */
  access: Access
  sections: readonly Section[]
}

const page = (load: () => Promise<ComponentType<{ title: string }>>) =>
  lazyPart<{ title: string }>(load, {
    Placeholder: SectionSkeleton,
    errorTitle: 'This page didn’t load',
    reloads: true,
  })

/** The groups of Command Mode's menus with their sections, in the menus' order. */
const groups: readonly Group[] = [
  {
    label: 'Data Management',
    access: 'admin',
    sections: [
      {
        key: 'overview',
        label: 'Overview',
        Icon: ChartColumn,
        Page: page(
          async () => (await import('#features/overview/web/admin/overview-section.tsx')).OverviewSection,
        ),
      },
      {
        key: 'users',
        label: 'Users',
        Icon: UsersRound,
        Page: page(async () => (await import('#features/accounts/web/admin/users-section.tsx')).UsersSection),
        inBar: 2,
      },
      {
        key: 'restaurants',
        label: 'Restaurants',
        Icon: Store,
        Page: page(
          async () =>
            (await import('#features/restaurants/web/admin/restaurants-section.tsx')).RestaurantsSection,
        ),
        inBar: 1,
      },
      {
        key: 'ratings',
        label: 'Ratings',
        Icon: Star,
        Page: page(
          async () => (await import('#features/ratings/web/admin/ratings-section.tsx')).RatingsSection,
        ),
        inBar: 3,
      },
      {
        key: 'inbox',
        label: 'Inbox',
        Icon: Inbox,
        Page: page(
          async () => (await import('#features/suggestions/web/admin/inbox-section.tsx')).InboxSection,
        ),
      },
      {
        key: 'import',
        label: 'Import',
        Icon: FileUp,
        Page: page(
          async () => (await import('#features/imports/web/admin/import-section.tsx')).ImportSection,
        ),
      },
      {
        key: 'departments',
        label: 'Departments',
        access: 'super-user',
        Icon: Building2,
        Page: page(
          async () =>
            (await import('#features/departments/web/admin/departments-section.tsx')).DepartmentsSection,
        ),
      },
      {
        key: 'campuses',
        label: 'Campuses',
        access: 'super-user',
        Icon: Church,
        Page: page(
          async () => (await import('#features/campuses/web/admin/campuses-section.tsx')).CampusesSection,
        ),
      },
    ],
  },
  {
    label: 'System',
    access: 'super-user',
    sections: [
      {
        key: 'email',
        label: 'Email Verification',
        Icon: MailCheck,
        Page: page(async () => (await import('./mail/mail-section.tsx')).MailSection),
      },
      {
        key: 'registration',
        label: 'Registration Control',
        Icon: UserRoundPlus,
        Page: page(
          async () =>
            (await import('#features/accounts/web/admin/registration-section.tsx')).RegistrationSection,
        ),
      },
      {
        key: 'settings',
        label: 'Settings',
        Icon: SlidersHorizontal,
        Page: page(
          async () => (await import('#features/settings/web/admin/settings-section.tsx')).SettingsSection,
        ),
      },
      {
        key: 'profile-images',
        label: 'Profile Images',
        Icon: ImageUp,
        Page: page(
          async () =>
            (await import('#features/accounts/web/admin/profile-images-section.tsx')).ProfileImagesSection,
        ),
      },
      {
        key: 'alerts',
        label: 'System Alerts',
        Icon: Megaphone,
        Page: page(async () => (await import('#features/alerts/web/admin/alerts-section.tsx')).AlertsSection),
      },
      {
        key: 'toast-tester',
        label: 'Toast Tester',
        Icon: MessageSquareText,
        Page: page(
          async () =>
            (await import('#features/settings/web/admin/toast-tester-section.tsx')).ToastTesterSection,
        ),
      },
      {
        key: 'audit-log',
        label: 'Audit Log',
        Icon: ScrollText,
        Page: page(async () => (await import('./audit-log/audit-log-section.tsx')).AuditLogSection),
      },
    ],
  },
  {
    label: 'Database',
    access: 'super-user',
    sections: [
      {
        key: 'backups',
        label: 'Backup / Restore',
        Icon: DatabaseBackup,
        Page: page(
          async () => (await import('#features/backups/web/admin/backups-section.tsx')).BackupsSection,
        ),
      },
      {
        key: 'distances',
        label: 'Distance Recalculation',
        Icon: Route,
        Page: page(
          async () => (await import('#features/distances/web/admin/distances-section.tsx')).DistancesSection,
        ),
      },
      {
        key: 'trash',
        label: 'Trash',
        Icon: ArchiveRestore,
        Page: page(async () => (await import('#features/trash/web/admin/trash-section.tsx')).TrashSection),
      },
    ],
  },
]

const defaultSection = 'restaurants'

/** The groups in which the viewer may see sections, with these. */
export const groupsFor = (viewer: Principal): Group[] =>
  withSections(groups, (section, group) => mayAccess(viewer, section.access ?? group.access))

/** The groups with those sections that are wanted; groups without any are left out. */
export const withSections = (
  all: readonly Group[],
  isWanted: (section: Section, group: Group) => boolean,
): Group[] =>
  all
    .map(group => ({ ...group, sections: group.sections.filter(section => isWanted(section, group)) }))
    .filter(({ sections }) => sections.length > 0)

/** The section in the URL, or the default one if it names none that the viewer may see. */
export function sectionIn(search: Record<string, unknown>, viewer: Principal): Section | undefined {
  const open = groupsFor(viewer).flatMap(({ sections }) => sections)
  return open.find(({ key }) => key === search.section) ?? open.find(({ key }) => key === defaultSection)
}
