import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { lastCampusOf } from '#features/campuses/web/last-campus.ts'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Choice, LongText, OptionalText, Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Link } from '#kit/web/router/link.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { SuggestionForm, type SuggestionKind, sendSuggestion } from '../contract.ts'
import { suggestParams } from './suggest-search.ts'

/** The form for a request or a report, which the address opens above any page. */
export function SuggestDialog() {
  const { suggest, restaurant } = useParams({ ...suggestParams, restaurant: param.id })
  if (!suggest) return null
  const props = { onClose: () => urlParams.close('suggest'), kind: suggest }
  if (suggest !== 'mistake') return <Form key={suggest} {...props} />
  return restaurant ? <MistakeForm key={restaurant} {...props} restaurantId={restaurant} /> : null
}

interface FormProps {
  kind: SuggestionKind
  restaurant?: { id: number; name: string }
  onClose: () => void
}

/** Reports a mistake in the restaurant whose details are open. */
function MistakeForm({ restaurantId, ...props }: FormProps & { restaurantId: number }) {
  const { data } = useRestaurant(restaurantId)
  return data ? <Form {...props} restaurant={data} /> : null
}

const words: Record<SuggestionKind, { title: string; text: string; hint?: string }> = {
  restaurant: {
    title: 'Request a Restaurant',
    text: 'Anything else?',
    hint: 'What you like there, or how to find it.',
  },
  problem: {
    title: 'Report a Problem',
    text: 'What went wrong?',
    hint: 'What you did, what you saw, and what you expected.',
  },
  feature: { title: 'Request a Feature', text: 'What would help you?' },
  mistake: {
    title: 'Report Inaccurate Information',
    text: 'What is wrong?',
    hint: 'And the correct information, if you know it.',
  },
}

function Form({ kind, restaurant, onClose }: FormProps) {
  const viewer = useSignedIn()
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const { title, text, hint } = words[kind]
  const form = useForm({
    draft: title,
    schema: SuggestionForm,
    values: {
      kind,
      text: '',
      ...(restaurant && { restaurantId: restaurant.id }),
      ...(kind === 'restaurant' && {
        name: '',
        address: undefined,
        campusCode: lastCampusOf(viewer.id) ?? viewer.campusCode,
      }),
    },
  })
  const send = useWrite(sendSuggestion, {
    touches: ['suggestions'],
    form,
    done: () => ({
      title: 'Sent. Thank you!',
      description: 'Your profile shows the reply, under Requests.',
    }),
    failed: 'Couldn’t send',
  })
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={restaurant?.name}
      form={form}
      onSubmit={body => send.mutateAsync({ body })}
      submitLabel="Send"
    >
      {kind === 'restaurant' && (
        <>
          <Text {...form.field('name')} label="Name" required maxLength={200} />
          <OptionalText
            {...form.field('address')}
            label="Address"
            hint="As much as you know."
            empty={undefined}
            maxLength={300}
          />
          <Choice
            {...form.field('campusCode')}
            label="Campus"
            required
            options={campuses.map(({ code, name }) => [code, name])}
          />
        </>
      )}
      <LongText
        {...form.field('text')}
        label={text}
        hint={hint}
        required={kind !== 'restaurant'}
        rows={5}
        maxLength={1000}
        counter
      />
      <p className="text-muted text-sm">
        The administrators see it with your name.{' '}
        <Link
          to="/profile"
          search={{ tab: 'requests' }}
          className="inline-block py-1 text-terracotta-ink underline"
        >
          Your earlier requests and reports
        </Link>
      </p>
    </FormDialog>
  )
}
