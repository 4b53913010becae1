-- Tables and columns named after what they hold.
alter table wa_sends rename column dice to jitter;
alter table wa_sessions rename column wanted to desired_status;
alter table wa_group_lists rename column asked_at to requested_at;
alter table mails rename column sealed to encrypted;
alter table mails rename column next_at to next_attempt_at;
alter table rate_feeds rename column next_at to next_attempt_at;
alter table rate_limits rename column tries to attempts;
alter table idempotency_keys rename column answer to response;
alter table recipients rename column settle_at to decide_at;
alter table wa_messages rename column is_shortened to is_truncated;
alter table home_marks rename to home_dismissals;
alter index home_marks_pkey rename to home_dismissals_pkey;
alter table broadcast_chosen_groups rename to broadcast_audience_groups;
alter index broadcast_chosen_groups_pkey rename to broadcast_audience_groups_pkey;
alter index broadcast_chosen_groups_group rename to broadcast_audience_groups_group;

-- The body of a function does not follow the columns it names.
create or replace function kept_in_organization() returns setof text language plpgsql stable as $$
declare
  relation regclass;
  has_trash boolean;
  is_kept boolean;
begin
  for relation, has_trash in
    select r.relation, exists (
      select from pg_attribute a where a.attrelid = r.relation and a.attname = 'deleted_at' and not a.attisdropped)
    from (select distinct conrelid::regclass as relation from pg_constraint
      where contype = 'f' and confrelid = 'organizations'::regclass) r
    where r.relation::text <> all (array[
      -- People and what concerns their signing in.
      'users', 'invitations', 'audit_events', 'mails', 'idempotency_keys',
      -- What every organization begins with, or can have again.
      'wa_sessions', 'enabled_currencies', 'exchange_rates', 'investor_types', 'investment_statuses', 'investment_stages',
      'record_counts', 'record_numbers',
      -- What is left when the contacts are deleted.
      'imports', 'opt_outs'])
    order by r.relation::text
  loop
    execute format('select exists (select from %s where organization_id = current_organization() %s)',
      relation, case when has_trash then 'and deleted_at is null' end) into is_kept;
    if is_kept then return next relation::text; end if;
  end loop;
  -- A session that runs, or that a phone still knows.
  if exists (select from wa_sessions where organization_id = current_organization()
    and (desired_status <> 'stopped' or status <> 'stopped' or phone_number is not null)) then return next 'wa_sessions'; end if;
  if exists (select from imports where organization_id = current_organization()
    and status in ('reading', 'running')) then return next 'imports'; end if;
end $$;
