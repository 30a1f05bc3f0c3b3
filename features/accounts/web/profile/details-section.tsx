import { useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useFormState } from 'react-hook-form'
import type { Campus } from '#features/campuses/contract.ts'
import { dietOptions } from '#kit/rules/diets.ts'
import { isSame } from '#kit/rules/is-same.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { applySavedValues } from '#kit/web/forms/apply-saved-values.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { CheckGroup } from '#kit/web/ui/inputs/check-group.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { EmailInput } from '#kit/web/ui/inputs/input.tsx'
import { updateProfile } from '../../contract.ts'
import { NameFields, PlaceFields } from '../account-fields.tsx'
import { profileOf, profileProblem } from '../profile-form.ts'
import { rememberAsking } from '../sign-in/awaited-mail.ts'
import { useSignedIn, viewerChanged, viewerQuery } from '../viewer.ts'
import { EditSection } from './edit-section.tsx'

type Details = ReturnType<typeof profileOf>
export type DetailsForm = UseFormReturn<Details>

interface DetailsSectionProps {
  form: DetailsForm
  campuses: readonly Campus[]
  departments: readonly string[]
}

export function DetailsSection({ form, campuses, departments }: DetailsSectionProps) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  const save = useSaveDetails(form)
  const { defaultValues, errors, isDirty, isSubmitting } = useFormState(form)
  const isBusy = isSubmitting || save.isPending
  const submit = form.handleSubmit(async checked => {
    // What was on the form when it was submitted; anything typed while waiting stays unsaved.
    const sent = form.getValues()
    const before = defaultValues as Details
    const changes = Object.entries(checked).filter(
      ([field, value]) => !isSame(value, before[field as keyof Details]),
    )
    // The request overwrites every field: start from the latest values, in case they were changed elsewhere.
    const latest = await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => viewer)
    if (latest?.id !== viewer.id) return
    applySavedValues(form, profileOf(latest), before)
    save.mutate(
      { params: { id: String(viewer.id) }, body: { ...profileOf(latest), ...Object.fromEntries(changes) } },
      { onSuccess: user => applySavedValues(form, profileOf(user), sent) },
    )
  })
  return (
    <EditSection title="Personal details">
      <form
        onSubmit={event => (isBusy ? event.preventDefault() : void submit(event))}
        noValidate
        className="flex flex-col gap-5"
      >
        <NameFields register={form.register} errors={errors} />
        <Field
          label="Email"
          required
          error={errors.email?.message}
          hint="You need to verify a new address: we send a link to it."
        >
          <EmailInput autoComplete="email" {...form.register('email')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <PlaceFields
            register={form.register}
            errors={errors}
            campuses={campuses}
            departments={departments}
            current={viewer}
          />
        </div>
        <Controller
          control={form.control}
          name="diets"
          render={({ field }) => (
            <CheckGroup
              label="Your diets"
              hint="The list of restaurants is filtered by these at first."
              options={dietOptions}
              values={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <Checkbox
          label="Consider my diets at lunches I am in"
          hint="From three people on, places that fit everyone’s diets say so. Nobody learns whose diets they are."
          {...form.register('dietsAtLunches')}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          {isDirty && <Button onClick={() => form.reset(undefined, keepFields)}>Undo changes</Button>}
          <Button type="submit" variant="primary" disabled={!isDirty} busy={isBusy} busyText="Saving...">
            Save changes
          </Button>
        </div>
      </form>
    </EditSection>
  )
}

// By default reset() drops its field refs until fields register again, and unchanged fields never do.
const keepFields = { keepFieldsRef: true }

function useSaveDetails(form: DetailsForm) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  return useWrite(updateProfile, {
    touches: ['raters'],
    done: user => {
      if (user.email !== viewer.email) rememberAsking()
      viewerChanged(queryClient, user)
      return {
        title: 'Profile updated',
        description: user.email === viewer.email ? undefined : `We sent a verification link to ${user.email}`,
      }
    },
    onError: error => putFieldErrors(error, form),
    failed: error => ({ title: 'Error', description: profileProblem(error) }),
  })
}
