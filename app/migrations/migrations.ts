import type { Migration } from 'kysely/migration'
import { migration0001 } from './0001-first.ts'
import { migration0002 } from './0002-trash.ts'
import { migration0003 } from './0003-leases.ts'
import { migration0004 } from './0004-distances.ts'
import { migration0005 } from './0005-backup-runs.ts'
import { migration0006 } from './0006-changes.ts'
import { migration0007 } from './0007-places.ts'
import { migration0008 } from './0008-deliveries.ts'
import { migration0009 } from './0009-versions.ts'
import { migration0010 } from './0010-restore-runs.ts'
import { migration0011 } from './0011-lunches.ts'
import { migration0012 } from './0012-visits-and-taste.ts'
import { migration0013 } from './0013-rating-order.ts'
import { migration0014 } from './0014-suggestions.ts'
import { migration0015 } from './0015-locating.ts'
import { migration0016 } from './0016-rating-time.ts'
import { migration0017 } from './0017-single-sign-on.ts'
import { migration0018 } from './0018-passkeys.ts'
import { migration0019 } from './0019-calendar-and-reminders.ts'
import { migration0020 } from './0020-chat.ts'
import { migration0021 } from './0021-overview.ts'
import { migration0022 } from './0022-import-runs.ts'
import { migration0023 } from './0023-comments.ts'
import { migration0024 } from './0024-reminder-chosen.ts'
import { migration0025 } from './0025-comments-in-index.ts'
import { migration0026 } from './0026-made-up-addresses.ts'
import { migration0027 } from './0027-counters-of-users.ts'
import { migration0028 } from './0028-geocoder-of-results.ts'
import { migration0031 } from './0031-servers-of-deliveries.ts'
import { migration0032 } from './0032-access-tokens.ts'
import { migration0033 } from './0033-push.ts'
import { migration0038 } from './0038-times-of-changes.ts'
import { migration0039 } from './0039-standing-lunches.ts'
import { migration0040 } from './0040-diets-at-lunches.ts'
import { migration0041 } from './0041-versions-of-edits.ts'
import { migration0042 } from './0042-given-up-deliveries.ts'
import { migration0043 } from './0043-distance-failures.ts'
import { migration0044 } from './0044-letters-of-domains.ts'
import { migration0045 } from './0045-former-hosts.ts'
import { migration0047 } from './0047-taking-back-decisions.ts'
import { migration0048 } from './0048-tallies-by-triggers.ts'

export const migrations: Record<string, Migration> = {
  '0001-first': migration0001,
  '0002-trash': migration0002,
  '0003-leases': migration0003,
  '0004-distances': migration0004,
  '0005-backup-runs': migration0005,
  '0006-changes': migration0006,
  '0007-places': migration0007,
  '0008-deliveries': migration0008,
  '0009-versions': migration0009,
  '0010-restore-runs': migration0010,
  '0011-lunches': migration0011,
  '0012-visits-and-taste': migration0012,
  '0013-rating-order': migration0013,
  '0014-suggestions': migration0014,
  '0015-locating': migration0015,
  '0016-rating-time': migration0016,
  '0017-single-sign-on': migration0017,
  '0018-passkeys': migration0018,
  '0019-calendar-and-reminders': migration0019,
  '0020-chat': migration0020,
  '0021-overview': migration0021,
  '0022-import-runs': migration0022,
  '0023-comments': migration0023,
  '0024-reminder-chosen': migration0024,
  '0025-comments-in-index': migration0025,
  '0026-made-up-addresses': migration0026,
  '0027-counters-of-users': migration0027,
  '0028-geocoder-of-results': migration0028,
  '0031-servers-of-deliveries': migration0031,
  '0032-access-tokens': migration0032,
  '0033-push': migration0033,
  '0038-times-of-changes': migration0038,
  '0039-standing-lunches': migration0039,
  '0040-diets-at-lunches': migration0040,
  '0041-versions-of-edits': migration0041,
  '0042-given-up-deliveries': migration0042,
  '0043-distance-failures': migration0043,
  '0044-letters-of-domains': migration0044,
  '0045-former-hosts': migration0045,
  '0047-taking-back-decisions': migration0047,
  '0048-tallies-by-triggers': migration0048,
}
