// Why a recipient has its state, in words; custom fields are named.
import { useCallback } from 'react'
import { useCustomVariables } from '../templates/labels.ts'
import { reasonText } from './reason-text.ts'

export function useReasonText(): (reason: string) => string {
  const customs = useCustomVariables()
  return useCallback((reason) => reasonText(reason, customs), [customs])
}
