// Fictitious tasks of the sample data: overdue, due today, later, repeating and done.
import type { Ground, Rows } from './ground.ts'

interface SampleTask {
  title: string
  details?: string
  on?: [kind: 'investor' | 'contact', key: string]
  /** Due so many days from today; null for no due day. */
  due: number | null
  repeats?: 'weekly' | 'monthly'
  /** Assigned to the user; otherwise to nobody. */
  isMine: boolean
  /** Done so many days ago. */
  done?: number
}

const tasks: readonly SampleTask[] = [
  { title: 'Send the updated fund deck', on: ['investor', 'canggu'], due: -2, isMine: true },
  {
    title: 'Confirm the signing date',
    details: 'Ask whether the notary in Denpasar is free.',
    ...{ on: ['contact', 'hendra'], due: 0, isMine: true },
  },
  { title: 'Review who has not replied this week', due: 0, repeats: 'weekly', isMine: true },
  { title: 'Collect the missing tax number', on: ['contact', 'agus'], due: 3, isMine: false },
  { title: 'Write the monthly investor update', due: 6, repeats: 'monthly', isMine: true },
  { title: 'Prepare the list for the annual meeting', due: 24, isMine: false },
  { title: 'Tidy up duplicate contacts', due: null, isMine: false },
  { title: 'Thank for the referral', on: ['contact', 'budi'], due: -6, isMine: true, done: 6 },
]

export function taskRows({ id, day, at, input }: Ground): Rows {
  const rows = tasks.map(({ title, details = '', on, due, repeats = null, isMine, done }) => ({
    title,
    details,
    repeats,
    due_on: due === null ? null : day(due),
    anchor_day: due === null ? null : Number(day(due).slice(8)),
    investor_id: on?.[0] === 'investor' ? id('investor', on[1]) : null,
    contact_id: on?.[0] === 'contact' ? id('contact', on[1]) : null,
    assignee_user_id: isMine ? input.user_id : null,
    done_at: done === undefined ? null : at(-done, '10:30'),
    done_by: done === undefined ? null : input.user_id,
    created_at: at(-9, '09:30'),
    updated_at: at(-(done ?? 9), '10:30'),
    created_by: input.user_id,
  }))
  return { table: 'tasks', rows }
}
