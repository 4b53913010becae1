// Investment page: status, money, terms and notes.
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Investment } from '../../../contract/investments.ts'
import { transactions } from '../../../contract/transactions.ts'
import { query } from '../../api.ts'
import { MessageButton } from '../../messaging/direct-messages/message-button-panel.tsx'
import type { ActivityPart } from '../../platform/lib/page-parts.ts'
import { t } from '../../platform/lib/text.ts'
import { May } from '../../platform/ui/may.tsx'
import { RecordPage } from '../../platform/ui/record-page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useRecordPage } from '../../record.ts'
import { CustomFactPanel } from '../custom-fields/fact-panel.tsx'
import { InvestorLink } from '../investors/investor-badge.tsx'
import { NotePanel, notePanelQuery } from '../notes/note-panel.tsx'
import { TaskPanel, taskPanelQuery } from '../tasks/task-panel.tsx'
import { TransactionPanel } from '../transactions/transaction-panel.tsx'
import { DeletionEdit } from './deletion-edit.tsx'
import { FactShow } from './fact-show.tsx'
import { FigureShow } from './figure-show.tsx'
import { investmentKind } from './investment-kind.ts'
import styles from './investment-show.module.css'
import { StatusEdit } from './status-edit.tsx'

type Parts = ActivityPart<{ investment_id: string }>

const panels = (id: string) => [
  query(transactions.list, { params: { id } }),
  taskPanelQuery({ investment_id: id }),
  notePanelQuery({ investment_id: id }),
]

export default function InvestmentShow({ ActivityPanel }: Parts) {
  const page = useRecordPage(investmentKind, panels)
  return (
    <RecordPage
      {...page}
      height={13.75}
      subtitle={({ reference, investor }) => (
        <>
          {reference} · <InvestorLink investor={investor} />
        </>
      )}
      actions={(investment) => (
        <May permission="edit">
          <MessageButton to={{ investment_id: investment.id }} />
          <Button
            component={Link}
            variant="default"
            to={`/investments/${investment.id}/edit${page.place.query}`}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('Edit')}
          </Button>
          <DeletionEdit investment={investment} list={page.place.list} />
        </May>
      )}
    >
      {/* A new key resets unsaved input when another investment is opened. */}
      {(investment) => <Content key={investment.id} investment={investment} ActivityPanel={ActivityPanel} />}
    </RecordPage>
  )
}

function Content({ investment, ActivityPanel }: { investment: Investment } & Parts) {
  return (
    <>
      <Section>
        <StatusEdit investment={investment} />
        <FigureShow investment={investment} />
      </Section>
      <div className={styles.columns}>
        <div>
          <TransactionPanel investment={investment} />
          <TaskPanel about={{ investment_id: investment.id }} />
          <NotePanel about={{ investment_id: investment.id }} />
          <ActivityPanel about={{ investment_id: investment.id }} />
        </div>
        <div className={styles.side}>
          <FactShow investment={investment} />
          <CustomFactPanel record="investment" kind={investmentKind} of={investment} />
        </div>
      </div>
    </>
  )
}
