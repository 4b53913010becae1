// Keeps the name of a new broadcast in step with its template until the user types another name.
import { useEffect, useRef } from 'react'
import type { SaveForm } from '../../platform/ui/form.tsx'
import type { Draft } from './draft.ts'
import { suggestedName } from './suggested-name.ts'

export function useSuggestedName(form: SaveForm<Draft>, isNew: boolean, templateName: string | undefined) {
  const last = useRef(suggestedName(undefined))
  const { name } = form.values
  const { setValue } = form
  useEffect(() => {
    const next = suggestedName(templateName)
    if (!isNew || name !== last.current || next === name) return
    last.current = next
    setValue('name', next)
  }, [isNew, name, templateName, setValue])
}
