// Labels of the fields that a merge chooses between.
import type { mergeFields } from '../../../contract/merges.ts'

export const fieldLabels: Record<(typeof mergeFields)['contact' | 'investor'][number], string> = {
  name: 'Name',
  preferred_name: 'Greeting name',
  phone: 'Phone',
  email: 'Email',
  company: 'Company',
  job_title: 'Job title',
  language: 'Language',
  time_zone: 'Time zone',
  notes: 'Notes',
  country: 'Country',
  city: 'City',
  website: 'Website',
  source: 'Source',
}
