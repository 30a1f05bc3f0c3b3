import { picture } from '#server/testing/pictures.ts'
import { email, formWith, laterPassword, type Walk } from './walk.ts'

/** Settings, alerts, mails, the audit log and the state of the installation. */
export async function walkInstallation({ call, ann }: Walk): Promise<void> {
  await call('listAdminDepartments')
  await call('saveDepartments', { body: { departments: [ann.department, 'Kitchen'] } })
  await call('saveSetting', { body: { key: 'favorites_limit', value: '7' } })
  await call('getSetting', { path: { key: 'favorites_limit' } })
  for (const name of ['getConfigStatus', 'getInstallation', 'getOverview']) await call(name)
  await call('testService', { path: { service: 'yelp' } })
  const alert = await call('createAlert', { body: { title: 'Closed', message: 'Today', isActive: true } })
  await call('listAlerts')
  await call('updateAlert', { path: { id: alert.id }, body: { isActive: false } })
  await call('deleteAlert', { path: { id: alert.id } })
  await call('sendTestEmail', { body: { email, firstName: 'Ann' } })
  for (const name of ['getMailSetup', 'listMails', 'retryMails', 'retryMail', 'removeMail']) await call(name)
  await call('createAuditLog', { body: { action: 'USERS_EXPORTED' } })
  await call('listAuditLogs')
}

/** Accounts and their pictures. */
export async function walkAccounts({
  call,
  asAnn,
  visit,
  ann,
  annId,
  cookie,
  cookieOf,
}: Walk): Promise<void> {
  await call('listUsers')
  const path = { id: annId }
  await call('getUser', { path })
  const jpeg = new Uint8Array(await picture().jpeg().toBuffer())
  const image = () => formWith('profileImage', jpeg, 'a.jpg')
  await call('uploadImageOf', { path, form: image() })
  await asAnn('uploadProfileImage', { path, form: image() })
  await call('listProfileImages')
  await call('removeImageOf', { path })
  await asAnn('removeProfileImage', { path })
  const { password, ...profile } = ann
  await asAnn('updateProfile', { path, body: { ...profile, diets: ['vegan'] } })
  await asAnn('changePassword', { path, body: { currentPassword: password, ...laterPassword } })
  const annAgain = { cookie: await cookieOf({ email: ann.email, password: laterPassword.newPassword }) }
  await visit('deleteAccount', { path, as: annAgain, body: { email: ann.email } })
  const { id } = await call('createUser', { body: { ...ann, email: 'other@example.org' } })
  await call('updateUser', { path: { id }, body: { lastName: 'Other' } })
  // Which no access token may do.
  await visit('updateUser', { path: { id }, as: { cookie }, body: { isVerified: false } })
  for (const name of ['resendUserVerification', 'deleteUser']) await call(name, { path: { id } })
}

/** Backups, of which the last restores what was before. */
export async function walkBackups({ call, cookie, origin }: Walk): Promise<void> {
  const { filename } = await call('createBackup', { body: {} })
  for (const name of ['listBackups', 'getBackupStatus', 'listRestores']) await call(name)
  await call('inspectBackup', { path: { filename } })
  await call('downloadBackup', { path: { filename } })
  // As it is in the file: its digest is of each letter.
  const backup = await fetch(`${origin}/api/backup/${filename}`, { headers: { cookie } })
  const form = formWith('backupFile', await backup.blob(), filename)
  const uploaded = await call('uploadBackup', { form })
  await call('deleteBackup', { path: { filename: uploaded.filename } })
  // Which ends all access tokens.
  await call('restoreBackup', { path: { filename } })
  await call('logout')
}
