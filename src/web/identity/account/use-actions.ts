// Runs the actions of a group of buttons, one at a time, and refetches the data they change.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api.ts'
import { notifyError } from '../../platform/ui/notices.tsx'

interface Press<T> {
  work: () => Promise<T>
  onDone: (result: T) => void
  /** Title of the notice on failure. */
  failure: string
}

/** `path`: the query that shows the change. Returns a function for the properties of the named button. */
export function useActions(path: string) {
  const client = useQueryClient()
  const { isPending, variables, mutate } = useMutation({
    // biome-ignore lint/suspicious/noExplicitAny: each button's own result
    mutationFn: ({ work }: Press<any> & { name: string }) => work(),
    onSuccess: (result, { onDone }) => onDone(result),
    onError: (error, { failure }) => notifyError(error, failure),
    // Also after a failure: another user may have changed it, or it has expired.
    onSettled: () => invalidate(client, path),
  })
  return <T>(name: string, press: Press<T>) => ({
    loading: isPending && variables.name === name,
    disabled: isPending,
    onClick: () => mutate({ ...press, name }),
  })
}
