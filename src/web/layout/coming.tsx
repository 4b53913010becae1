// A page that is planned and not built yet: says so plainly, and what works meanwhile.
import { Button } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { t } from '../lib/text.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { itemOf } from './menu.ts'

export default function Coming() {
  const { pathname } = useLocation()
  const title = t(itemOf(pathname)?.title ?? '')
  return (
    <Page title={title} quietTitle>
      <Section>
        <Empty
          icon={IconTool}
          title={t('{title} is not in this release', { title })}
          text={t(
            'This page is planned and its place is kept in the menu. Contacts, templates and broadcasts are ready to use.',
          )}
          action={
            <>
              <Button component={Link} to="/contacts">
                {t('Go to Contacts')}
              </Button>
              <Button component={Link} to="/broadcasts" variant="default">
                {t('Go to Broadcasts')}
              </Button>
            </>
          }
        />
      </Section>
    </Page>
  )
}
