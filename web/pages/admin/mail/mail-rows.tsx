import { RotateCw, Trash2 } from 'lucide-react'
import type { WaitingMail } from '#contract/mails.ts'
import { Timestamp } from '#web/kit/timestamp.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import type { Column } from '#web/ui/table.tsx'

interface Acts {
  retry: (mail: WaitingMail) => void
  remove: (mail: WaitingMail) => void
}

export const mailKindLabels: Record<WaitingMail['kind'], string> = {
  verification: 'Verification link',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'address-changed': 'Address changed',
  'account-deleted': 'Account deleted',
}

export function mailColumns(acts: Acts): Column<WaitingMail>[] {
  return [
    { key: 'to', header: 'To', cell: mail => <Addressed mail={mail} /> },
    { key: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
    { key: 'error', header: 'Last error', cell: mail => <LastError mail={mail} /> },
    { key: 'next', header: 'Next attempt', cell: mail => <NextAttempt mail={mail} /> },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: mail => <Actions mail={mail} acts={acts} />,
      className: '!py-0 !pl-0 whitespace-nowrap',
    },
  ]
}

interface RowProps {
  mail: WaitingMail
  acts: Acts
}

/** A row on phones. */
export function MailCard({ mail, acts }: RowProps) {
  const { attempts } = mail
  return (
    <Card className="flex items-start gap-1 py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1 pt-1.5">
        <Addressed mail={mail} />
        <div className="mt-1">
          <LastError mail={mail} />
        </div>
        <p className="mt-1 text-sm">
          {attempts} {attempts === 1 ? 'attempt' : 'attempts'} · <NextAttempt mail={mail} />
        </p>
      </div>
      <Actions mail={mail} acts={acts} />
    </Card>
  )
}

function Addressed({ mail: { to, kind } }: { mail: WaitingMail }) {
  return (
    <>
      <span className="wrap-anywhere block font-semibold">{to}</span>
      <span className="block font-normal text-muted text-sm">{mailKindLabels[kind]}</span>
    </>
  )
}

function LastError({ mail: { lastError } }: { mail: WaitingMail }) {
  return <span className="wrap-anywhere line-clamp-3 text-sm">{lastError ?? '–'}</span>
}

function NextAttempt({ mail: { isBeingSent, nextAttemptAt } }: { mail: WaitingMail }) {
  return isBeingSent ? <Badge tone="sky">Being sent</Badge> : <Timestamp at={nextAttemptAt} />
}

function Actions({ mail, acts }: RowProps) {
  return (
    <span className="whitespace-nowrap">
      <IconButton
        label={`Try again now: ${mail.to}`}
        disabled={mail.isBeingSent}
        onClick={() => acts.retry(mail)}
      >
        <RotateCw />
      </IconButton>
      <IconButton
        label={`Remove the mail to ${mail.to}`}
        disabled={mail.isBeingSent}
        onClick={() => acts.remove(mail)}
      >
        <Trash2 />
      </IconButton>
    </span>
  )
}
