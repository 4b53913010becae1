// Buttons that stand together: one works at a time, and what they change is asked again afterwards.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../api.ts'
import { notifyError } from '../ui/notices.tsx'

interface Press<T> {
  work: () => Promise<T>
  onDone: (result: T) => void
  /** The title of the notice when it is refused. */
  failure: string
}

/** `path` is what shows the change. Makes the properties of the button of that name. */
export function useActions(path: string) {
  const client = useQueryClient()
  const { isPending, variables, mutate } = useMutation({
    // biome-ignore lint/suspicious/noExplicitAny: each button's own result
    mutationFn: ({ work }: Press<any> & { name: string }) => work(),
    onSuccess: (result, { onDone }) => onDone(result),
    onError: (error, { failure }) => notifyError(error, failure),
    // Also when it is refused: somebody else may have done it, or it has run out, meanwhile.
    onSettled: () => invalidate(client, path),
  })
  return <T>(name: string, press: Press<T>) => ({
    loading: isPending && variables.name === name,
    disabled: isPending,
    onClick: () => mutate({ ...press, name }),
  })
}
