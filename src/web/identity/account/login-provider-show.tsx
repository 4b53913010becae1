// Part of the security section: links the account with the login provider, if the installation has one.
import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loginProvider } from '../../../contract/login-provider.ts'
import { call, query } from '../../api.ts'
import { day } from '../../platform/lib/format.ts'
import { leaveForProvider, type ProviderReturn, takeReturn } from '../../platform/lib/provider-return.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { notify } from '../../platform/ui/notices.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { useActions } from './use-actions.ts'

export function LoginProviderShow() {
  const client = useQueryClient()
  const { data } = useQuery({ ...query(loginProvider.get), staleTime: 0 })
  const press = useActions(loginProvider.get.path)
  const provider = data?.provider ?? ''
  const finish = (returned: ProviderReturn) =>
    press('link', {
      work: () => call(loginProvider.link, { body: returned }),
      onDone: (linked) => {
        client.setQueryData(query(loginProvider.get).queryKey, linked)
        notify({ title: t('Linked with {provider}', { provider: linked.provider ?? '' }) })
      },
      failure: t('Action failed'),
    }).onClick()
  useEffect(() => {
    const returned = takeReturn('link')
    if (returned) finish(returned)
  }, [])
  if (!data?.provider) return null
  return (
    <Section
      id="login-provider"
      title={t('Login with {provider}', { provider })}
      text={t('Besides your password. {provider} tells Kabar who you are.', { provider })}
    >
      {data.linked_at ? (
        <Row gap={16} rowGap={8} wrap justify="between">
          <Row gap={10} rowGap={4} wrap>
            <ToneBadge tone="good">{t('Linked')}</ToneBadge>
            <Text as="span">{t('since {day}', { day: day(data.linked_at) })}</Text>
          </Row>
          <Button
            variant="subtle"
            color="red"
            {...press('unlink', {
              work: () => call(loginProvider.unlink),
              onDone: () => notify({ title: t('No longer linked with {provider}', { provider }) }),
              failure: t('Action failed'),
            })}
          >
            {t('Unlink')}
          </Button>
        </Row>
      ) : (
        <Button
          variant="default"
          leftSection={<IconLink size={16} aria-hidden />}
          {...press('leave', {
            work: () => call(loginProvider.start),
            onDone: ({ url, attempt }) => leaveForProvider(url, { purpose: 'link', attempt }),
            failure: t('Action failed'),
          })}
        >
          {t('Link with {provider}', { provider })}
        </Button>
      )}
    </Section>
  )
}
