// The certificate of an erasure as a PDF, without personal data. To prove that a number was erased, the operator computes its digest again.
import type * as z from 'zod/mini'
import { erasedKinds, type erasureCertificate, keptKinds } from '../../../contract/erasures.ts'
import { type Message, message } from '../../../contract/messages/message.ts'
import { languageOf, orNotFound, sentenceOf } from '../../errors.ts'
import type { Tenant } from '../../platform/db/index.ts'
import { type DownloadFile, inFileName } from '../../platform/downloads/service.ts'
import { openPaper } from '../statements/service.ts'
import { get, organizationName } from './queries.ts'

export async function downloadCertificate(
  tenant: Tenant,
  { id, locale = 'en' }: z.output<typeof erasureCertificate>['input'],
): Promise<DownloadFile> {
  const erasure = orNotFound(await get(tenant, id))
  const organization = await organizationName(tenant)
  const say = (said: Message) => sentenceOf(said, languageOf(locale))
  const title = say(message('erasure.certificate'))
  const day = erasure.at.slice(0, 10)
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' })
  const paper = await openPaper({
    title,
    author: organization,
    madeOn: day,
    footer: (page, pages) => [id, say(message('statement.page', { page: String(page), pages: String(pages) }))],
  })
  paper.sides([organization || title, title], [at.format(new Date(erasure.at)), erasure.erased_by ?? ''])
  paper.rule()
  const section = (heading: Message, lines: readonly [Message, number][]) => {
    paper.space(18)
    paper.keepTogether(60)
    paper.text(say(heading), { size: 12, bold: true })
    paper.space(4)
    for (const [label, count] of lines)
      paper.text(`${say(label)}: ${new Intl.NumberFormat(locale).format(count)}`, { size: 10 })
  }
  paper.space(14)
  paper.text(say(message('erasure.statement')), { size: 10 })
  section(
    message('erasure.erased'),
    erasedKinds.map((kind) => [erasedLabels[kind], erasure.erased[kind]] as const),
  )
  section(
    message('erasure.kept'),
    keptKinds.map((kind) => [keptLabels[kind], erasure.kept[kind]] as const),
  )
  if (erasure.digests.length > 0) {
    paper.space(18)
    paper.text(say(message('erasure.digests')), { size: 10, bold: true })
    for (const digest of erasure.digests) paper.text(digest, { size: 8 })
  }
  const bytes = await paper.end()
  return { name: `${inFileName(title)}-${day}.pdf`, type: 'application/pdf', content: once(bytes) }
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

const erasedLabels: Record<(typeof erasedKinds)[number], Message> = {
  contacts: message('erasure.kind_contacts'),
  investors: message('erasure.kind_investors'),
  investment_texts: message('erasure.kind_investment_texts'),
  notes: message('erasure.kind_notes'),
  tasks: message('erasure.kind_tasks'),
  replies: message('erasure.kind_replies'),
  answers: message('erasure.kind_answers'),
  recipients: message('erasure.kind_recipients'),
  files: message('erasure.kind_files'),
  import_rows: message('erasure.kind_import_rows'),
  traces: message('erasure.kind_traces'),
}

const keptLabels: Record<(typeof keptKinds)[number], Message> = {
  investments: message('erasure.kept_investments'),
  transactions: message('erasure.kept_transactions'),
  recipients: message('erasure.kept_recipients'),
  consents: message('erasure.kept_consents'),
}
