// Form: whether every member must have two-step login.
import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { team } from '../../../contract/team.ts'
import { call, isDemo, query } from '../../api.ts'
import { t } from '../../platform/lib/text.ts'
import { Stack, Text } from '../../platform/ui/box.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'

export function SecondFactorEdit() {
  const client = useQueryClient()
  const { data } = useQuery({ ...query(team.get), staleTime: 0 })
  const setting = useMutation({
    mutationFn: (required: boolean) => call(team.requireSecondFactor, { body: { required } }),
    onSuccess: (now) => {
      client.setQueryData(query(team.get).queryKey, now)
      notify({
        title: now.second_factor_required ? t('Two-step login is required now') : t('Two-step login is optional now'),
      })
    },
    onError: (error) => notifyError(error, t('Action failed')),
  })
  const active = data?.members.filter(({ state }) => state === 'active') ?? []
  const lacking = active.filter(({ has_second_factor }) => !has_second_factor).length
  return (
    <Stack gap={8}>
      <Switch
        label={t('Required for all members')}
        checked={setting.isPending ? setting.variables : (data?.second_factor_required ?? false)}
        disabled={!data || isDemo() || setting.isPending}
        onChange={({ currentTarget }) => setting.mutate(currentTarget.checked)}
      />
      {data && (
        <Text size={14} dimmed>
          {lacking === 0
            ? t('All members have it.')
            : t.plural(lacking, '{count} member does not have it yet.', '{count} members do not have it yet.')}
        </Text>
      )}
    </Stack>
  )
}
