import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { bytes, identity } from '#kit/server/database/drivers/dialect.ts'

export const migration0001: Migration = {
  async up(db: Kysely<unknown>) {
    const id = identity(db)
    const { schema } = db

    await schema
      .createTable('campuses')
      .addColumn('id', 'integer', id)
      .addColumn('code', 'text', c => c.notNull().unique())
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('address', 'text', c => c.notNull())
      .addColumn('latitude', 'double precision', c => c.notNull())
      .addColumn('longitude', 'double precision', c => c.notNull())
      .addColumn('position', 'integer', c => c.notNull())
      .execute()

    await schema
      .createTable('departments')
      .addColumn('id', 'integer', id)
      .addColumn('name', 'text', c => c.notNull().unique())
      .addColumn('position', 'integer', c => c.notNull())
      .execute()

    await schema
      .createTable('users')
      .addColumn('id', 'integer', id)
      .addColumn('firstName', 'text', c => c.notNull())
      .addColumn('lastName', 'text', c => c.notNull())
      .addColumn('username', 'text', c => c.notNull().unique())
      .addColumn('email', 'text', c => c.notNull().unique())
      .addColumn('passwordHash', 'text', c => c.notNull())
      .addColumn('campusCode', 'text', c => c.notNull().references('campuses.code').onUpdate('cascade'))
      .addColumn('department', 'text', c => c.notNull().references('departments.name').onUpdate('cascade'))
      .addColumn('role', 'text', c => c.notNull().check(sql`"role" in ('user', 'admin', 'super-user')`))
      .addColumn('imageHash', 'text')
      .addColumn('isVerified', 'boolean', c => c.notNull())
      .addColumn('canLogin', 'boolean', c => c.notNull())
      .addColumn('isPrimaryAdmin', 'boolean', c => c.notNull())
      .addColumn('createdAt', 'text', c => c.notNull())
      .execute()
    await schema.createIndex('users_department').on('users').column('department').execute()
    await schema.createIndex('users_campus').on('users').column('campusCode').execute()
    // There is one primary admin, and the database itself sees to it.
    await schema
      .createIndex('users_one_primary_admin')
      .unique()
      .on('users')
      .column('isPrimaryAdmin')
      .where(sql.ref('isPrimaryAdmin'), 'is', sql`true`)
      .execute()

    await schema
      .createTable('sessions')
      .addColumn('tokenHash', 'text', c => c.primaryKey())
      .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('createdAt', 'text', c => c.notNull())
      .addColumn('lastSeenAt', 'text', c => c.notNull())
      .execute()
    await schema.createIndex('sessions_user').on('sessions').column('userId').execute()

    await schema
      .createTable('mailTokens')
      .addColumn('tokenHash', 'text', c => c.primaryKey())
      .addColumn('purpose', 'text', c => c.notNull())
      .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email', 'text', c => c.notNull())
      .addColumn('createdAt', 'text', c => c.notNull())
      .addColumn('expiresAt', 'text', c => c.notNull())
      .addColumn('usedAt', 'text')
      .execute()
    await schema.createIndex('mailTokens_user').on('mailTokens').column('userId').execute()
    await schema.createIndex('mailTokens_email').on('mailTokens').column('email').execute()

    await schema
      .createTable('mails')
      .addColumn('id', 'integer', id)
      .addColumn('kind', 'text', c => c.notNull())
      .addColumn('toName', 'text', c => c.notNull())
      .addColumn('toAddress', 'text', c => c.notNull())
      .addColumn('messageId', 'text', c => c.notNull())
      .addColumn('attempts', 'integer', c => c.notNull())
      .addColumn('lastError', 'text')
      .addColumn('createdAt', 'text', c => c.notNull())
      .addColumn('nextAttemptAt', 'text', c => c.notNull())
      .execute()
    await schema.createIndex('mails_due').on('mails').column('nextAttemptAt').execute()

    await schema
      .createTable('throttles')
      .addColumn('key', 'text', c => c.primaryKey())
      .addColumn('failures', 'integer', c => c.notNull())
      .addColumn('expiresAt', 'text', c => c.notNull())
      .addColumn('lockedUntil', 'text')
      .execute()

    await schema
      .createTable('images')
      .addColumn('hash', 'text', c => c.primaryKey())
      .addColumn('bytes', bytes(db), c => c.notNull())
      .addColumn('cardBytes', bytes(db), c => c.notNull())
      .addColumn('createdAt', 'text', c => c.notNull())
      .execute()

    await schema
      .createTable('restaurants')
      .addColumn('id', 'integer', id)
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('address', 'text', c => c.notNull())
      .addColumn('campusCode', 'text', c => c.notNull().references('campuses.code').onUpdate('cascade'))
      .addColumn('price', 'text')
      .addColumn('hours', 'text')
      .addColumn('cuisine', 'text')
      .addColumn('phone', 'text')
      .addColumn('websiteUrl', 'text')
      .addColumn('yelpUrl', 'text')
      .addColumn('yelpId', 'text')
      .addColumn('imageHash', 'text')
      .addColumn('distance', 'double precision')
      .addColumn('travelTime', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('distanceIsEstimated', 'boolean', c => c.notNull().defaultTo(false))
      .addColumn('latitude', 'double precision')
      .addColumn('longitude', 'double precision')
      .addColumn('disabled', 'boolean', c => c.notNull().defaultTo(false))
      .addColumn('ratingCount', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('ratingSum', 'integer', c => c.notNull().defaultTo(0))
      .addColumn('createdAt', 'text', c => c.notNull())
      .addColumn('updatedAt', 'text', c => c.notNull())
      .execute()
    await schema.createIndex('restaurants_campus').on('restaurants').column('campusCode').execute()

    await schema
      .createTable('teamRatings')
      .addColumn('restaurantId', 'integer', c => c.notNull().references('restaurants.id').onDelete('cascade'))
      .addColumn('name', 'text', c => c.notNull())
      .addColumn('value', 'integer', c => c.notNull().check(sql`"value" between 0 and 5`))
      .addPrimaryKeyConstraint('teamRatings_key', ['restaurantId', 'name'])
      .execute()

    await schema
      .createTable('ratings')
      .addColumn('id', 'integer', id)
      .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('restaurantId', 'integer', c => c.notNull().references('restaurants.id').onDelete('cascade'))
      .addColumn('value', 'integer', c => c.notNull().check(sql`"value" between 1 and 5`))
      .addColumn('comment', 'text')
      .addColumn('createdAt', 'text', c => c.notNull())
      .addColumn('updatedAt', 'text', c => c.notNull())
      .addUniqueConstraint('ratings_one_per_user', ['userId', 'restaurantId'])
      .execute()
    await schema.createIndex('ratings_latest').on('ratings').columns(['restaurantId', 'updatedAt']).execute()

    await schema
      .createTable('departmentTallies')
      .addColumn('restaurantId', 'integer', c => c.notNull().references('restaurants.id').onDelete('cascade'))
      .addColumn('department', 'text', c => c.notNull().references('departments.name').onUpdate('cascade'))
      .addColumn('ratingCount', 'integer', c => c.notNull())
      .addColumn('ratingSum', 'integer', c => c.notNull())
      .addPrimaryKeyConstraint('departmentTallies_key', ['restaurantId', 'department'])
      .execute()

    await schema
      .createTable('favorites')
      .addColumn('id', 'integer', id)
      .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('restaurantId', 'integer', c => c.notNull())
      .addColumn('createdAt', 'text', c => c.notNull())
      .addUniqueConstraint('favorites_one_per_user', ['userId', 'restaurantId'])
      .execute()

    await schema
      .createTable('systemSettings')
      .addColumn('id', 'integer', id)
      .addColumn('key', 'text', c => c.notNull().unique())
      .addColumn('value', 'text', c => c.notNull())
      .addColumn('description', 'text')
      .addColumn('updatedAt', 'text', c => c.notNull())
      .execute()

    await schema
      .createTable('systemAlerts')
      .addColumn('id', 'integer', id)
      .addColumn('title', 'text', c => c.notNull())
      .addColumn('message', 'text', c => c.notNull())
      .addColumn('severity', 'text', c => c.notNull().check(sql`"severity" in ('info', 'warning', 'danger')`))
      .addColumn('isActive', 'boolean', c => c.notNull())
      .addColumn('showOnLogin', 'boolean', c => c.notNull())
      .addColumn('showCornerAlert', 'boolean', c => c.notNull())
      .addColumn('createdAt', 'text', c => c.notNull())
      .addColumn('updatedAt', 'text', c => c.notNull())
      .execute()

    await schema
      .createTable('auditLogs')
      .addColumn('id', 'integer', id)
      .addColumn('action', 'text', c => c.notNull())
      .addColumn('userId', 'integer')
      .addColumn('details', 'text', c => c.notNull())
      .addColumn('ipAddress', 'text')
      .addColumn('userAgent', 'text')
      .addColumn('createdAt', 'text', c => c.notNull())
      .execute()
    await schema.createIndex('auditLogs_time').on('auditLogs').column('createdAt').execute()
  },
}
