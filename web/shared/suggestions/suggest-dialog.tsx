import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listCampuses } from '#contract/campuses.ts'
import { SuggestionForm, type SuggestionKind, sendSuggestion } from '#contract/suggestions.ts'
import { read } from '#web/api/queries.ts'
import { useRestaurant } from '#web/api/use-restaurant.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { lastCampusOf } from '#web/lib/last-campus.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useSearch } from '#web/lib/router/router.ts'
import { parseId, urlParams } from '#web/lib/search-params.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
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
