import type { Kysely } from 'kysely'

/** Whom an issuer of identities knows as whom, sign-ons that are under way, and where a session ends besides here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('issuerLinks')
    .addColumn('issuer', 'text', c => c.notNull())
    .addColumn('subject', 'text', c => c.notNull())
    .addColumn('userId', 'integer', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('issuerLinks_key', ['issuer', 'subject'])
    .addUniqueConstraint('issuerLinks_account', ['userId', 'issuer'])
    .execute()

  await schema
    .createTable('signOns')
    .addColumn('tokenHash', 'text', c => c.primaryKey().notNull())
    .addColumn('next', 'text', c => c.notNull())
    .addColumn('identity', 'text')
    .addColumn('expiresAt', 'text', c => c.notNull())
    .execute()

  await schema.alterTable('sessions').addColumn('endSessionUrl', 'text').execute()
}
