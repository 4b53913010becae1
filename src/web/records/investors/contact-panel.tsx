// Contacts of an investor: role, and whether each can be messaged.
import { ActionIcon, Anchor, Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCheck, IconDots, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ContactRole, type Investor, type InvestorContact, investors } from '../../../contract/investors.ts'
import { call, invalidate, query } from '../../api.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { type Tone, ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { CopyButton } from '../../platform/ui/copy-button.tsx'
import { May } from '../../platform/ui/may.tsx'
import { ActionMenu } from '../../platform/ui/menu.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { roleText } from '../contacts/role-badge.tsx'
import styles from './contact-panel.module.css'
import { type Obstacle, obstacleOf, obstacleText } from './words.ts'

const ContactAddDialog = lazy(() => import('./contact-add-dialog.tsx'))

export function ContactPanel({ investor }: { investor: Investor }) {
  const [isAdding, setAdding] = useState(false)
  const mayEdit = useMay('edit')
  return (
    <Section
      flush
      title={t('Contacts')}
      actions={
        <May permission="edit">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('Add contact')}
          </Button>
        </May>
      }
    >
      {investor.contacts.length === 0 ? (
        <Text dimmed className={styles.none}>
          {mayEdit ? t('No contacts yet. Add someone who represents this investor.') : t('No contacts yet')}
        </Text>
      ) : (
        <PlainList mt={8}>
          {investor.contacts.map((contact) => (
            <ContactRow key={contact.id} investor={investor} contact={contact} />
          ))}
        </PlainList>
      )}
      {isAdding && (
        <Suspense>
          <ContactAddDialog investor={investor} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function ContactRow({ investor, contact }: { investor: Investor; contact: InvestorContact }) {
  const { name, phone, phone_text, email, role, is_primary } = contact
  return (
    <li className={styles.contact}>
      <Row gap={8} rowGap={2} wrap breakWords className={styles.who}>
        <Anchor component={Link} to={`/contacts/${contact.id}`} fw={500}>
          {name}
        </Anchor>
        {is_primary && <ToneBadge tone="accent">{t('Main contact')}</ToneBadge>}
        <Text as="span" size={13} dimmed className={styles.role}>
          {roleText(role)}
        </Text>
      </Row>
      <Stack figures className={styles.reach}>
        {phone && (
          <Row as="span" inline gap={4}>
            <Anchor href={`tel:${phone}`}>{phone_text}</Anchor>
            <CopyButton text={phone} label={t('Copy number')} />
          </Row>
        )}
        {email && (
          <Anchor href={`mailto:${email}`} className={styles.email} title={email}>
            {email}
          </Anchor>
        )}
      </Stack>
      <div className={styles.state}>
        <Reach obstacle={obstacleOf(contact, investor)} />
      </div>
      <div className={styles.menu}>
        <May permission="edit">
          <ContactMenu investor={investor} contact={contact} />
        </May>
      </div>
    </li>
  )
}

function Reach({ obstacle }: { obstacle: Obstacle | undefined }) {
  if (obstacle) return <ToneBadge tone={obstacleTones[obstacle]}>{obstacleText(obstacle)}</ToneBadge>
  return (
    <ToneBadge tone="good">
      <IconBrandWhatsapp size={13} aria-hidden />
      {t('Reachable')}
    </ToneBadge>
  )
}

const obstacleTones: Record<Obstacle, Tone> = { do_not_contact: 'bad', opted_out: 'bad', no_number: 'warning' }

function ContactMenu({ investor, contact }: { investor: Investor; contact: InvestorContact }) {
  const { name, role, is_primary } = contact
  const change = useChange(investor, contact)
  return (
    <ActionMenu
      button={
        <ActionIcon variant="subtle" color="gray" aria-label={t('Actions for {name}', { name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {(Menu) => (
        <>
          {/* Hidden rather than disabled: a disabled first entry cannot take the focus of a menu. */}
          {!is_primary && (
            <>
              <Menu.Item
                leftSection={<IconStar size={16} aria-hidden />}
                onClick={() => change.set({ role, is_primary: true })}
              >
                {t('Set as main contact')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Label>{t('Role')}</Menu.Label>
          {ContactRole.options.map((other) => (
            <Menu.Item
              key={other}
              aria-current={other === role || undefined}
              leftSection={<IconCheck size={16} aria-hidden visibility={other === role ? 'visible' : 'hidden'} />}
              onClick={() => other !== role && change.set({ role: other })}
            >
              {roleText(other)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={change.remove}>
            {t('Remove from this investor')}
          </Menu.Item>
        </>
      )}
    </ActionMenu>
  )
}

/** Optimistic changes; removing a contact offers Undo. */
function useChange(investor: Investor, { id, name, role, is_primary }: InvestorContact) {
  const client = useQueryClient()
  const params = { id: investor.id, contact_id: id }
  const keep = (next: Investor) => {
    client.setQueryData(query(investors.get, { params: { id: investor.id } }).queryKey, next)
    void invalidate(client, '/v1/investors', '/v1/contacts')
  }
  const set = (body: { role: ContactRole; is_primary?: boolean }) =>
    call(investors.setContact, { params, body })
      .then(keep)
      .catch((error) => notifyError(error, t('{name} could not be changed', { name })))
  const remove = () =>
    call(investors.removeContact, { params })
      .then((next) => {
        keep(next)
        notify({
          title: t('{name} no longer represents {investor}', { name, investor: investor.name }),
          undo: () => set({ role, is_primary }),
        })
      })
      .catch((error) => notifyError(error, t('{name} could not be removed', { name })))
  return { set, remove }
}
