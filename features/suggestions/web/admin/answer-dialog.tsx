import { PencilLine, Plus } from 'lucide-react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { isolated, sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { conflictIn } from '#kit/web/forms/edit-conflict.ts'
import { LongText } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useRowForm } from '#kit/web/forms/use-row-form.ts'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Segmented } from '#kit/web/ui/inputs/segmented.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { type AdminSuggestion, AnswerForm, answerSuggestion, suggestionStates } from '../../contract.ts'
import { kindLabels, stateLooks, suggestionTitle } from '../labels.ts'
import { PossibleDuplicates } from './possible-duplicates.tsx'
import { suggestionQuery } from './suggestion-query.ts'

/** The message in the URL, `?edit=12`, with the actions for it. */
export function AnswerDialog({ rows }: { rows: readonly AdminSuggestion[] }) {
  const { edit: id } = useParams({ edit: param.id })
  if (!id) return null
  const onClose = () => urlParams.close('edit')
  return (
    <LoadedDialog key={id} queries={[suggestionQuery(id, rows)]} title="Message" onClose={onClose}>
      {suggestion => <Answer suggestion={suggestion} onClose={onClose} />}
    </LoadedDialog>
  )
}

function Answer({ suggestion, onClose }: DialogProps & { suggestion: AdminSuggestion }) {
  const form = useRowForm(suggestion, base => ({
    draft: suggestionTitle(suggestion),
    schema: acceptUnchanged(AnswerForm, answerIn(base)),
    values: answerIn(base),
  }))
  const { base, setBase } = form
  const reply = form.typed.reply.trim()
  const isNewReply = reply !== '' && reply !== base.reply
  const answer = useWrite(answerSuggestion, {
    touches: ['suggestions'],
    form,
    done: ({ state }) => ({
      title: isNewReply ? 'Reply sent' : 'Saved',
      description: `${suggestionTitle(suggestion)}: ${stateLooks[state].label.toLowerCase()}`,
    }),
    failed: error =>
      conflictIn(error)
        ? {
            title: error.message,
            description: 'Save again to replace it with your answer.',
            variant: 'warning',
          }
        : { title: 'Couldn’t save' },
  })
  const save = (values: AnswerForm) =>
    answer.mutateAsync(
      { ...idParams(base), body: { ...values, expectedUpdatedAt: base.updatedAt } },
      // After the conflict message, saving again overwrites the other answer.
      { onError: error => setBase(conflictIn<AdminSuggestion>(error) ?? base) },
    )
  const propose = (words: string) => {
    form.set({ state: 'done', reply: words })
    form.focus('reply')
  }
  const { sender, answeredBy, updatedAt } = suggestion
  return (
    <FormDialog
      onClose={onClose}
      title={suggestionTitle(suggestion)}
      description={kindLabels[suggestion.kind]}
      form={form}
      onSubmit={save}
      submitLabel={isNewReply ? 'Save and Send Reply' : 'Save'}
      focusesPanel
    >
      <PossibleDuplicates suggestion={suggestion} onSame={propose} />
      <Message suggestion={suggestion} />
      <RestaurantAction suggestion={suggestion} />
      <div className="flex flex-col gap-1.5">
        <p className="font-semibold text-[0.9375rem]">State</p>
        <Segmented
          label="State"
          value={form.typed.state}
          options={suggestionStates.map(value => ({ value, label: stateLooks[value].label }))}
          onChange={form.field('state').onChange}
        />
      </div>
      <LongText
        {...form.field('reply')}
        label={sentence`Reply to ${sender.firstName}`}
        hint={sentence`It is mailed to ${sender.email} and shown in ${sender.firstName}’s requests.`}
        maxLength={1000}
      />
      {isNewReply && base.reply && (
        <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">
          <span className="block text-muted text-sm">The earlier reply</span>
          {base.reply}
        </p>
      )}
      {answeredBy && (
        <p className="text-muted text-sm">
          Last changed by {isolated(fullName(answeredBy))}, <Timestamp at={updatedAt} />
        </p>
      )}
    </FormDialog>
  )
}

const answerIn = ({ state, reply }: AdminSuggestion): AnswerForm => ({ state, reply: reply ?? '' })

function Message({ suggestion }: { suggestion: AdminSuggestion }) {
  const campusName = useCampusName()
  const { sender, createdAt, campusCode, address, text } = suggestion
  return (
    <div className="flex flex-col gap-1">
      <p className="wrap-anywhere text-muted text-sm">
        {isolated(fullName(sender))}, <Timestamp at={createdAt} />
      </p>
      {(address || campusCode) && (
        <p className="wrap-anywhere">
          {[address, campusCode && campusName(campusCode)].filter(Boolean).join(' · ')}
        </p>
      )}
      {text && <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">{text}</p>}
    </div>
  )
}

/** Opens the restaurant form for the message; saving it marks the message as done. */
function RestaurantAction({
  suggestion: { id, kind, state, name, restaurant },
}: {
  suggestion: AdminSuggestion
}) {
  const openForm = () => urlParams.replace({ edit: undefined, form: id })
  if (kind === 'mistake' && !restaurant)
    return <p className="text-muted">{name} was deleted. It may be in the trash.</p>
  if (restaurant)
    return (
      <Button icon={<PencilLine />} onClick={openForm} className="self-start">
        <span className="wrap-anywhere text-left">Edit {restaurant.name}</span>
      </Button>
    )
  if (kind !== 'restaurant' || state === 'done') return null
  return (
    <Button icon={<Plus />} onClick={openForm} className="self-start">
      Add this restaurant
    </Button>
  )
}
