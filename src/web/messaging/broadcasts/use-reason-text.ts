// The reason of a recipient's state in words, with the names of custom fields.
import { useCallback } from 'react'
import { useCustomVariables } from '../templates/labels.ts'
import { reasonText } from './reason-text.ts'

export function useReasonText(): (reason: string) => string {
  const customs = useCustomVariables()
  return useCallback((reason) => reasonText(reason, customs), [customs])
}
