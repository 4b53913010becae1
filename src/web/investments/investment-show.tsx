// Investment page: status, money, terms and notes.
import { Button } from '@mantine/core'
import { IconChartPie, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { type Investment, InvestmentQuery, investments } from '../../contract/investments.ts'
import { ActivityPanel } from '../activity/activity-panel.tsx'
import { query } from '../api.ts'
import { InvestorLink } from '../investors/investor-badge.tsx'
import { t } from '../lib/text.ts'
import { useRecordPager } from '../lib/use-record-pager.ts'
import { NotePanel } from '../notes/note-panel.tsx'
import { TransactionPanel } from '../transactions/transaction-panel.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Section } from '../ui/section.tsx'
import { DeletionEdit } from './deletion-edit.tsx'
import { FactShow } from './fact-show.tsx'
import { FigureShow } from './figure-show.tsx'
import { HistoryList } from './history-list.tsx'
import styles from './investment-show.module.css'
import { StatusEdit } from './status-edit.tsx'

/** Polls, because the page may stay open all day: edits by colleagues and new overdue payments appear. */
const freshMs = 60_000

export default function InvestmentShow() {
  const id = useParams().id!
  const asked = useQuery({ ...query(investments.get, { params: { id } }), refetchInterval: freshMs })
  const place = useRecordPager({ schema: InvestmentQuery, path: '/investments', id }, (search) =>
    query(investments.list, { query: search }),
  )
  return (
    <RecordPage
      asked={asked}
      place={place}
      words={{ list: t('Investments'), one: t('Investment'), missing: t('Investment not found') }}
      icon={IconChartPie}
      path="/investments"
      height={13.75}
      title={(investment) => investment.title}
      subtitle={({ reference, investor }) => (
        <>
          {reference} · <InvestorLink investor={investor} />
        </>
      )}
      actions={(investment) => (
        <>
          <DeletionEdit investment={investment} list={place.list} />
          <Button
            component={Link}
            to={`/investments/${id}/edit${place.query}`}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('Edit')}
          </Button>
        </>
      )}
    >
      {/* A new key resets unsaved input when another investment is opened. */}
      {(investment) => <Content key={id} investment={investment} />}
    </RecordPage>
  )
}

function Content({ investment }: { investment: Investment }) {
  return (
    <>
      <Section>
        <StatusEdit investment={investment} />
        <FigureShow investment={investment} />
      </Section>
      <div className={styles.columns}>
        <div className={styles.main}>
          <TransactionPanel investment={investment} />
          <NotePanel about={{ investment_id: investment.id }} />
          <HistoryList investment={investment} />
          <ActivityPanel about={{ investment_id: investment.id }} />
        </div>
        <div className={styles.side}>
          <FactShow investment={investment} />
        </div>
      </div>
    </>
  )
}
