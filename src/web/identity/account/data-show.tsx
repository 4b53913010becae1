// Section of the account page: export of all data, sample data, usage, and deletion of the account.
import { Button } from '@mantine/core'
import { IconCopyCheck, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { May } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { CertificateList } from '../../records/erasures/certificate-panel.tsx'
import { SampleShow } from '../sample-data/sample-panel.tsx'
import { DeletionShow } from './deletion-show.tsx'
import { EverythingImportEdit } from './everything-import-edit.tsx'
import { ExportShow } from './export-show.tsx'
import { StatusShow } from './status-show.tsx'
import { UsageShow } from './usage-show.tsx'

export function DataShow() {
  return (
    <>
      <Section
        id="export"
        title={t('Export and import')}
        text={t('All records of your organization in one ZIP file: as CSV for spreadsheets, and as JSON for programs.')}
      >
        <ExportShow />
        <May permission="manage_settings">
          <May permission="see_amounts">
            <EverythingImportEdit />
          </May>
        </May>
      </Section>
      <Section
        id="trash"
        title={t('Trash')}
        text={t('Deleted records of your organization: who deleted them and when. They can be restored.')}
      >
        <Button component={Link} to="/trash" variant="default" leftSection={<IconTrash size={16} aria-hidden />}>
          {t('Open the trash')}
        </Button>
      </Section>
      <Section
        id="duplicates"
        title={t('Duplicates')}
        text={t('Contacts and investors that were probably entered twice.')}
      >
        <Button
          component={Link}
          to="/duplicates"
          variant="default"
          leftSection={<IconCopyCheck size={16} aria-hidden />}
        >
          {t('Find duplicates')}
        </Button>
      </Section>
      <May permission="delete_for_good">
        <Section
          id="erasures"
          title={t('Erased personal data')}
          text={t('Who erased a person, and when. Each certificate says what was erased, without personal data.')}
        >
          <CertificateList />
        </Section>
      </May>
      <Section
        id="sample-data"
        title={t('Sample data')}
        text={t('A demo organization to try everything with. It never mixes with your own data.')}
      >
        <SampleShow />
      </Section>
      <May permission="manage_settings">
        <Section id="status" title={t('Status')} text={t('Phones, what waits to be sent, and backups.')}>
          <StatusShow />
        </Section>
      </May>
      <Section id="usage" title={t('Usage')} text={t('Usage of your organization, including deleted records.')}>
        <UsageShow />
      </Section>
      <Section
        id="delete"
        title={t('Delete account')}
        text={t('Permanent. If you are the last member, the organization is deleted too, after seven days.')}
      >
        <DeletionShow />
      </Section>
    </>
  )
}
