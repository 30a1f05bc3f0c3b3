import { MailOpen } from 'lucide-react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useList } from '#kit/web/list/list-state.ts'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Segmented } from '#kit/web/ui/inputs/segmented.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import {
  type AdminSuggestion,
  listAdminSuggestions,
  type SuggestionState,
  suggestionStates,
} from '../../contract.ts'
import { kindLabels, stateLooks, suggestionTitle, suggestionTitles } from '../labels.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { SuggestedRestaurantForm } from './suggested-restaurant-form.tsx'

const empty: Record<SuggestionState, { title: string; text: string }> = {
  open: {
    title: 'Nothing is open',
    text: 'Requests and reports from staff appear here. The menu shows how many are open.',
  },
  done: {
    title: 'Nothing is done yet',
    text: 'Messages that you mark as done appear here with their replies.',
  },
  declined: {
    title: 'Nothing was declined',
    text: 'Messages that you decline appear here with their replies.',
  },
}

/** Staff's requests and reports. */
export function InboxSection() {
  const { state = 'open' } = useParams({ state: param.oneOf(suggestionStates) })
  const list = useList(listAdminSuggestions, { fixedParams: { state }, alwaysFresh: true })
  const titleOf = suggestionTitles(list.loadedRows)
  return (
    <>
      <ListSection
        title="Inbox"
        noun={['message', 'messages']}
        list={list}
        searchLabel="Search the inbox"
        above={
          <Segmented
            label="State"
            className="shrink-0"
            value={state}
            options={suggestionStates.map(value => ({ value, label: stateLooks[value].label }))}
            onChange={next =>
              urlParams.refine({ state: next === 'open' ? undefined : next, page: undefined })
            }
          />
        }
        nameOf={titleOf}
        columns={[
          {
            key: 'name',
            header: 'About',
            cell: (row, name) => <About row={row}>{name}</About>,
            className: 'lg:min-w-40',
          },
          { key: 'text', header: 'Text', cell: row => <Text row={row} /> },
          {
            key: 'sender',
            header: 'From',
            cell: ({ sender }) => (
              <span className="wrap-break-word block max-w-96">{isolated(fullName(sender))}</span>
            ),
            card: 'beside',
            className: 'max-lg:text-muted',
          },
          {
            key: 'createdAt',
            header: 'Sent',
            cell: ({ createdAt }) => <Timestamp at={createdAt} dayOnly />,
            card: 'dotted',
            className: 'whitespace-nowrap max-lg:text-muted',
          },
        ]}
        edit={{ icon: <MailOpen />, label: row => `Open ${titleOf(row)}` }}
        empty={empty[state]}
      />
      <AnswerDialog rows={list.loadedRows} />
      <SuggestedRestaurantForm rows={list.loadedRows} />
    </>
  )
}

function About({ row, children }: { row: AdminSuggestion; children: React.ReactNode }) {
  const campusName = useCampusName()
  const kind = suggestionTitle(row) === kindLabels[row.kind] ? null : kindLabels[row.kind]
  const words = [kind, row.campusCode && campusName(row.campusCode)].filter(Boolean).join(' · ')
  return (
    <span className="wrap-anywhere block max-w-md">
      {children}
      {words && <span className="block font-normal text-muted text-sm leading-snug">{words}</span>}
    </span>
  )
}

function Text({ row: { text, reply } }: { row: AdminSuggestion }) {
  return (
    <span className="wrap-anywhere block max-w-96 text-sm">
      <span className="line-clamp-2">{text}</span>
      {reply && <span className="line-clamp-2 text-muted">Reply: {reply}</span>}
    </span>
  )
}
