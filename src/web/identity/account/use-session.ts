// Carries out the actions of a session, and removes it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type WaSession, waSessions } from '../../../contract/wa-sessions.ts'
import { call, invalidate, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import type { PhoneAction, SessionAction } from './session.ts'

export type Act = ReturnType<typeof useAct>
export type Removal = ReturnType<typeof useRemoval>

export function useAct({ id }: WaSession, onPressed: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: SessionAction | PhoneAction) =>
      act === 'scan' || act === 'drop' || act === 'unlink'
        ? call(waSessions.simulate, { params: { id }, body: { event: act } })
        : call(waSessions[act], { params: { id } }),
    onMutate: onPressed,
    onSuccess: (now) => {
      client.setQueryData(
        query(waSessions.list).queryKey,
        (before) => before && { data: before.data.map((session) => (session.id === now.id ? now : session)) },
      )
    },
    onError: (error) => notifyError(error, t('Action failed')),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
}

export function useRemoval({ id, name }: WaSession) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(waSessions.remove, { params: { id } }),
    onSuccess: () => notify({ title: t('“{name}” removed', { name }) }),
    onError: (error) => notifyError(error, t('“{name}” was not removed', { name })),
    onSettled: () => invalidate(client, '/v1/whatsapp'),
  })
}

/** Connects a simulated phone with one click: starts the session, and scans the QR code as soon as it appears. */
export function usePhoneConnection({ status }: WaSession, { mutate, mutateAsync, isPending, variables }: Act) {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || status !== 'scan_qr') return
    setWanted(false)
    mutate('scan')
  }, [isWanted, status, mutate])
  return {
    isConnecting: (isWanted && status === 'starting') || (isPending && (variables === 'start' || variables === 'scan')),
    connect: () => {
      if (status === 'scan_qr') return mutate('scan')
      setWanted(true)
      mutateAsync('start').catch(() => setWanted(false))
    },
    stop: () => {
      setWanted(false)
      mutate('stop')
    },
  }
}

/** True if the session got connected while this page was open. */
export function useArrived({ status }: WaSession): boolean {
  const [seen, setSeen] = useState({ status, hasArrived: false })
  if (seen.status !== status) {
    setSeen({ status, hasArrived: status === 'working' })
  }
  return seen.hasArrived && status === 'working'
}
