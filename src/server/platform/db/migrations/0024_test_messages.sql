-- The test messages of a member within the last hour are counted in the audit log.
create index audit_events_tests on audit_events (organization_id, user_id, at) where action = 'test_message_sent';

-- Removes numbers of an erased person from the audit log, which is append-only for everybody else.
create function forget_audited_numbers(keys text[]) returns void language sql security definer set search_path from current as $$
  update audit_events set detail = detail - array['number', 'what']
    where organization_id = current_organization() and action = 'test_message_sent' and detail ->> 'number' = any (keys)
$$;
