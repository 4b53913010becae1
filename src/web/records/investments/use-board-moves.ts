// Moves cards of the board: each is shown in its new column at once, then saved, and goes back if the server refuses.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BoardColumn, type Investment, type InvestmentChange, investments } from '../../../contract/investments.ts'
import { organization } from '../../../contract/organization.ts'
import { ApiError, call, query } from '../../api.ts'
import { dayIn } from '../../platform/lib/calendar.ts'
import { t } from '../../platform/lib/text.ts'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { useRefetchShown } from '../../record.ts'
import { type BoardBy, columnOf, keyOf, type Move, nameOfColumn } from './board-columns.ts'
import { investmentKind } from './investment-kind.ts'
import { dayOfCommitment, formerly, isQuestion, type NextStatus } from './status-change.ts'

export function useBoardMoves(by: BoardBy) {
  const refetch = useRefetchShown(investmentKind)
  const time_zone = useQuery(query(organization.get)).data?.time_zone
  const [moves, setMoves] = useState<Move[]>([])
  const [question, setQuestion] = useState<{ card: Investment; to: NextStatus }>()

  const settle = (card: Investment) => setMoves((before) => before.filter((move) => move.card.id !== card.id))
  const show = (card: Investment, to: string) => {
    settle(card)
    setMoves((before) => [{ card, to }, ...before])
  }
  const update = (card: Investment, change: Partial<InvestmentChange>) =>
    call(investments.update, { params: { id: card.id }, body: { ...change, version: card.version } })

  const undo = async (card: Investment, saved: Investment) => {
    show(saved, columnOf(card, by))
    try {
      await update(saved, by === 'stage' ? { stage_id: card.stage?.id ?? null } : formerly(card))
    } catch (error) {
      notifyError(error, t('The move could not be undone'))
    }
    await refetch()
    settle(saved)
  }
  const save = async (card: Investment, name: string, change: Partial<InvestmentChange>) => {
    const saved = await update(card, change)
    setQuestion(undefined)
    notify({
      title: t('{name} was moved to “{column}”', { name: card.title, column: name }),
      undo: () => undo(card, saved),
    })
    await refetch()
    settle(card)
  }
  const putBack = async (card: Investment, error: unknown) => {
    notifyError(error, t('{name} was not moved', { name: card.title }))
    // Another user has changed or deleted it: the card goes where it is now.
    await refetch()
    settle(card)
  }

  const move = (card: Investment, column: BoardColumn) => {
    show(card, keyOf(column))
    const name = nameOfColumn(column)
    const attempt = (change: Partial<InvestmentChange>) =>
      save(card, name, change).catch((error) => putBack(card, error))
    if (by === 'stage') return void attempt({ stage_id: column.id })
    const to: NextStatus = { id: column.id!, name, category: column.category! }
    if (isQuestion(card, to)) return setQuestion({ card, to })
    void attempt({ status_id: to.id, ...dayOfCommitment(card, to, dayIn(time_zone)) })
  }
  /** Saves the dialog's answer. The dialog shows an error of a field; after any other error the card goes back. */
  const answer = async (to: NextStatus, more: Partial<InvestmentChange>) => {
    const { card } = question!
    try {
      await save(card, to.name, { ...more, status_id: to.id })
    } catch (error) {
      if (error instanceof ApiError && error.code !== 'version_conflict' && error.status !== 404) throw error
      setQuestion(undefined)
      await putBack(card, error)
    }
  }
  const cancel = () => {
    if (question) settle(question.card)
    setQuestion(undefined)
  }
  return {
    moves,
    move,
    question,
    answer,
    cancel,
    isSaving: ({ id }: Investment) => moves.some(({ card }) => card.id === id),
  }
}
