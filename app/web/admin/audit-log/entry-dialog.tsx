import type { ReactNode } from 'react'
import type { AuditLog } from '#features/audit/contract.ts'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { AuditUser } from './audit-rows.tsx'
import { actionLabel, type Details, readDetails } from './read-details.ts'

/** All details of one entry. */
export function EntryDialog({ entry, onClose }: { entry: AuditLog; onClose: () => void }) {
  const { subject, facts, changes } = readDetails(entry.details)
  return (
    <Dialog
      onClose={onClose}
      title={actionLabel(entry.action)}
      description={subject}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <section
        aria-label="Details"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex flex-col gap-6"
      >
        <Changes changes={changes} />
        {/* A time may be wider than the column that large letters leave it. */}
        <dl className="grid grid-cols-[fit-content(40%)_1fr] gap-x-5 gap-y-2 [&_time>*]:whitespace-normal">
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
          <Fact label="Who">
            <AuditUser entry={entry} />
            {entry.user && <span className="block wrap-anywhere text-muted text-sm">{entry.user.email}</span>}
          </Fact>
          <Fact label="When">
            <Timestamp at={entry.createdAt} />
          </Fact>
          <Fact label="Address">{entry.ipAddress ?? 'Not known'}</Fact>
          <Fact label="Browser">
            <span className="text-sm">{entry.userAgent ?? 'Not known'}</span>
          </Fact>
        </dl>
      </section>
    </Dialog>
  )
}

function Changes({ changes }: Pick<Details, 'changes'>) {
  if (changes.length === 0) return null
  const hasBefore = changes.some(({ before }) => before !== null)
  const hasAfter = changes.some(({ after }) => after !== null)
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="sr-only">Values</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="w-1/4 pr-3 pb-1.5 font-semibold">
            Field
          </th>
          {hasBefore && (
            <th scope="col" className="pr-3 pb-1.5 font-semibold">
              Before
            </th>
          )}
          {hasAfter && (
            <th scope="col" className="pb-1.5 font-semibold">
              After
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={label} className="align-top *:border-line *:border-t *:py-2">
            <th scope="row" className="break-words pr-3 font-semibold">
              {label}
            </th>
            {hasBefore && <td className="whitespace-pre-line break-words pr-3 text-muted">{before ?? ''}</td>}
            {hasAfter && <td className="whitespace-pre-line break-words">{after ?? ''}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="wrap-anywhere font-semibold text-muted text-sm leading-[1.5rem]">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line break-words">{children}</dd>
    </>
  )
}
