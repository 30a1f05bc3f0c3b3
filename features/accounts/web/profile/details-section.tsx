import { useQueryClient } from '@tanstack/react-query'
import type { Campus } from '#features/campuses/contract.ts'
import { dietOptions } from '#kit/rules/diets.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { Check, Text } from '#kit/web/forms/fields.tsx'
import { Form, SaveButtons } from '#kit/web/forms/form.tsx'
import type { FormState } from '#kit/web/forms/use-form.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { CheckGroup } from '#kit/web/ui/inputs/check-group.tsx'
import { updateProfile } from '../../contract.ts'
import { NameFields, PlaceFields } from '../account-fields.tsx'
import { profileOf, profileProblem } from '../profile-form.ts'
import { rememberAsking } from '../sign-in/awaited-mail.ts'
import { useSignedIn, viewerChanged, viewerQuery } from '../viewer.ts'

type Details = ReturnType<typeof profileOf>

interface DetailsSectionProps {
  form: FormState<Details>
  campuses: readonly Campus[]
  departments: readonly string[]
}

export function DetailsSection({ form, campuses, departments }: DetailsSectionProps) {
  const viewer = useSignedIn()
  const queryClient = useQueryClient()
  const update = useWrite(updateProfile, {
    touches: ['raters'],
    onError: form.showErrors,
    done: user => {
      if (user.email !== viewer.email) rememberAsking()
      viewerChanged(queryClient, user)
      return {
        title: 'Profile updated',
        description: user.email === viewer.email ? undefined : `We sent a verification link to ${user.email}`,
      }
    },
    failed: error => ({ title: 'Error', description: profileProblem(error) }),
  })
  const save = async (checked: Details) => {
    const sent = form.typed
    // The request overwrites every field: start from the latest values, in case they were changed elsewhere.
    const latest = await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 }).catch(() => viewer)
    if (latest?.id !== viewer.id) return
    const body = { ...profileOf(latest), ...changedValues(checked, profileOf(viewer)) }
    await update.mutateAsync({ params: { id: String(viewer.id) }, body })
    // Anything typed while waiting stays unsaved.
    form.discard(sent)
  }
  return (
    <Panel roomy title="Personal details">
      <Form form={form} onSubmit={save} className="flex flex-col gap-5">
        <NameFields form={form} />
        <Text
          {...form.field('email')}
          label="Email"
          hint="You need to verify a new address: we send a link to it."
          required
          type="email"
          autoComplete="email"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <PlaceFields form={form} campuses={campuses} departments={departments} current={viewer} />
        </div>
        <CheckGroup
          label="Your diets"
          hint="The list of restaurants is filtered by these at first."
          options={dietOptions}
          values={form.typed.diets}
          onChange={form.field('diets').onChange}
        />
        <Check
          {...form.field('dietsAtLunches')}
          label="Consider my diets at lunches I am in"
          hint="From three people on, places that fit everyone’s diets say so. Nobody learns whose diets they are."
        />
        <SaveButtons form={form}>Save changes</SaveButtons>
      </Form>
    </Panel>
  )
}
