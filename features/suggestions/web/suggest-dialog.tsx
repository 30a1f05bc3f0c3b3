import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listCampuses } from '#features/campuses/contract.ts'
import { lastCampusOf } from '#features/campuses/web/last-campus.ts'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Link } from '#kit/web/router/link.tsx'
import { useSearch } from '#kit/web/router/router.ts'
import { parseId, urlParams } from '#kit/web/router/search-params.ts'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { SuggestionForm, type SuggestionKind, sendSuggestion } from '../contract.ts'
import { parseSuggestSearch } from './suggest-search.ts'

/** The form for a request or a report, which the address opens above any page. */
export function SuggestDialog() {
  const search = useSearch()
  const { suggest } = parseSuggestSearch(search)
  const restaurant = parseId(search.restaurant)
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

type Values = z.input<typeof SuggestionForm>
type Checked = z.output<typeof SuggestionForm>

function Form({ kind, restaurant, onClose }: FormProps) {
  const viewer = useSignedIn()
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const { title, text, hint } = words[kind]
  const form = useForm<Values, unknown, Checked>({
    resolver: zodResolver(SuggestionForm),
    defaultValues: {
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
  const { errors } = form.formState
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
          <Field label="Name" error={errors.name?.message} required>
            <Input {...form.register('name')} autoComplete="off" maxLength={200} />
          </Field>
          <Field label="Address" error={errors.address?.message} hint="As much as you know.">
            <Input
              {...form.register('address', { setValueAs: textOrNone })}
              autoComplete="off"
              maxLength={300}
            />
          </Field>
          <Field label="Campus" error={errors.campusCode?.message} required>
            <Select {...form.register('campusCode')}>
              {campuses.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Field label={text} hint={hint} error={errors.text?.message} required={kind !== 'restaurant'}>
        <Textarea {...form.register('text')} rows={5} maxLength={1000} counter />
      </Field>
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

/** An empty input means that the address isn't known. */
const textOrNone = (text: unknown) => (text === '' ? undefined : text)
