-- Webhooks: an organization's own programs are told of changes. docs/webhooks.md
create table webhooks (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  url text not null,
  events text[] not null check (events <> '{}'),
  -- Encrypted for this webhook.
  secret bytea not null,
  -- Also signs until then, so that a receiver can change over.
  previous_secret bytea,
  previous_until timestamptz,
  active boolean not null default true,
  -- Why Kabar turned it off; null if a user did.
  disabled_reason text check (disabled_reason in ('failing', 'gone')),
  -- The first failed attempt since the last success.
  failing_since timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id),
  check (disabled_reason is null or not active),
  check ((previous_secret is null) = (previous_until is null))
);
create index webhooks_active on webhooks (organization_id) where active;
alter table webhooks enable row level security, force row level security;
create policy own on webhooks using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on webhooks using (across_organizations()) with check (across_organizations());

-- The outbox: one row for each event and webhook, written in the transaction of the change. It is also the job and the log.
create table webhook_deliveries (
  -- The id that receivers know an event by, at each attempt.
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  webhook_id uuid not null,
  type text not null,
  data json not null,
  at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  lease_token uuid,
  lease_until timestamptz,
  -- Of the last attempt.
  attempted_at timestamptz,
  failure text,
  response_status smallint,
  response text not null default '',
  duration_ms integer,
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_attempt_at, id) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (organization_id, webhook_id, id);
create index webhook_deliveries_at on webhook_deliveries (at);
alter table webhook_deliveries enable row level security, force row level security;
create policy own on webhook_deliveries using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on webhook_deliveries using (across_organizations()) with check (across_organizations());

-- Wakes the workers with the commit.
create function hint_webhooks() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform pg_notify('kabar', 'webhooks ' || coalesce(current_organization()::text, ''));
  end if;
  return null;
end $$;
create trigger hint_webhooks after insert on webhook_deliveries referencing new table as new_rows for each statement execute function hint_webhooks();

-- Whether a webhook may want one of these events: one index lookup, which is all that organizations without webhooks pay.
create function is_wanted(types text[]) returns boolean language plpgsql stable as $$
begin
  return across_organizations()
    or exists (select from webhooks where organization_id = current_organization() and active and events && types);
end $$;

-- A moment as the API writes it.
create function wire_time(moment timestamptz) returns text language sql stable parallel safe as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The content of an event about a record. `changed`: the fields that an update changed.
create function webhook_data(c contacts, changed text[]) returns json language sql stable as $$
  select json_build_object('id', c.id, 'name', c.name, 'preferred_name', c.preferred_name, 'phone', c.phone, 'email', c.email,
    'company', c.company, 'job_title', c.job_title, 'language', c.language,
    'consent', case when exists (select from opt_outs o where o.organization_id = c.organization_id and o.phone_key = c.phone_key)
      then 'opted_out' else c.consent end,
    'version', c.version, 'created_at', wire_time(c.created_at), 'updated_at', wire_time(c.updated_at), 'changed', changed)
$$;
create function webhook_data(i investments, changed text[]) returns json language sql stable as $$
  select json_build_object('id', i.id, 'reference', i.reference, 'title', i.title, 'investor_id', i.investor_id,
    'offering_id', i.offering_id, 'status_id', i.status_id,
    'category', (select s.category from investment_statuses s where s.organization_id = i.organization_id and s.id = i.status_id),
    'stage_id', i.stage_id, 'instrument', i.instrument, 'currency', i.currency,
    'expected_amount', money(i.expected_amount, i.currency)::text, 'committed_amount', money(i.committed_amount, i.currency)::text,
    'funded', money(i.funded, i.currency)::text, 'distributed', money(i.distributed, i.currency)::text,
    'expected_close_on', i.expected_close_on, 'committed_on', i.committed_on, 'closed_on', i.closed_on,
    'owner_user_id', i.owner_user_id, 'version', i.version,
    'created_at', wire_time(i.created_at), 'updated_at', wire_time(i.updated_at), 'changed', changed)
$$;
create function webhook_data(t transactions, changed text[]) returns json language sql stable as $$
  select json_build_object('id', t.id, 'investment_id', t.investment_id, 'investor_id', i.investor_id, 'kind', t.kind, 'state', t.state,
    'amount', money(t.amount, i.currency)::text, 'currency', i.currency, 'due_on', t.due_on, 'settled_on', t.settled_on,
    'reference', t.reference, 'version', t.version,
    'created_at', wire_time(t.created_at), 'updated_at', wire_time(t.updated_at), 'changed', changed)
  from investments i where i.organization_id = t.organization_id and i.id = t.investment_id
$$;

-- Triggers `tell_*`: arguments are the name of the kind, then the columns whose change is told.
create function tell_record_change() returns trigger language plpgsql as $$
declare
  query text;
begin
  if not is_wanted(array(select tg_argv[0] || '.' || what from unnest(array['created', 'updated', 'deleted', 'restored']) what)) then
    return null;
  end if;
  query := case tg_op
    when 'INSERT' then
      'select n.organization_id, n.id, ''created'' as what, null::text[] as changed from new_rows n where n.deleted_at is null'
    when 'DELETE' then
      'select o.organization_id, o.id, ''deleted'' as what, null::text[] as changed from old_rows o where o.deleted_at is null'
    else
      'select n.organization_id, n.id,
         case when n.deleted_at is not null then ''deleted'' when o.deleted_at is not null then ''restored'' else ''updated'' end as what,
         array(select f from unnest($2) f where to_jsonb(n) -> f is distinct from to_jsonb(o) -> f) as changed
       from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id
       where o.deleted_at is null or n.deleted_at is null'
    end;
  execute format('insert into webhook_deliveries (organization_id, webhook_id, type, data)
    select c.organization_id, w.id, $1 || ''.'' || c.what,
      case c.what when ''deleted'' then json_build_object(''id'', c.id)
        else (select webhook_data(r, c.changed) from %I r where r.organization_id = c.organization_id and r.id = c.id) end
    from (%s) c
    join webhooks w on w.organization_id = c.organization_id and w.active and $1 || ''.'' || c.what = any (w.events)
    where c.changed is distinct from ''{}''', tg_table_name, query)
  using tg_argv[0], tg_argv[1:];
  return null;
end $$;

create function tell_opt_out() returns trigger language plpgsql as $$
begin
  if not is_wanted(array['contact.opted_out']) then return null; end if;
  insert into webhook_deliveries (organization_id, webhook_id, type, data)
    select w.organization_id, w.id, 'contact.opted_out', json_build_object('contact_id', k.contact_id,
      'phone', case when n.phone_key like '+%' then n.phone_key end, 'at', wire_time(n.created_at))
    from new_rows n
    join webhooks w on w.organization_id = n.organization_id and w.active and 'contact.opted_out' = any (w.events)
    left join contact_numbers k on k.organization_id = n.organization_id and k.phone_key = n.phone_key;
  return null;
end $$;

create function tell_reply() returns trigger language plpgsql as $$
begin
  if not is_wanted(array['reply.received']) then return null; end if;
  insert into webhook_deliveries (organization_id, webhook_id, type, data)
    select w.organization_id, w.id, 'reply.received', json_build_object('id', n.id, 'contact_id', n.contact_id,
      'phone', case when n.address_key like '+%' then n.address_key end, 'broadcast_id', n.broadcast_id, 'session_id', n.session_id,
      'text', n.text, 'is_truncated', n.is_truncated, 'at', wire_time(n.at))
    from new_rows n
    join webhooks w on w.organization_id = n.organization_id and w.active and 'reply.received' = any (w.events);
  return null;
end $$;

create function tell_broadcast() returns trigger language plpgsql as $$
begin
  if not is_wanted(array['broadcast.status_changed']) then return null; end if;
  insert into webhook_deliveries (organization_id, webhook_id, type, data)
    select w.organization_id, w.id, 'broadcast.status_changed', json_build_object('id', n.id, 'name', n.name, 'status', n.status,
      'previous_status', o.status, 'pause_reason', n.pause_reason, 'send_at', wire_time(n.send_at),
      'started_at', wire_time(n.started_at), 'finished_at', wire_time(n.finished_at))
    from new_rows n join old_rows o on o.organization_id = n.organization_id and o.id = n.id and o.status <> n.status
    join webhooks w on w.organization_id = n.organization_id and w.active and 'broadcast.status_changed' = any (w.events)
    -- A message that a user sent to themselves.
    where n.test_of is null;
  return null;
end $$;

-- The engine writes results and receipts in batches: an event has up to 100 recipients.
create function tell_recipients() returns trigger language plpgsql as $$
begin
  if not is_wanted(array['broadcast.recipients_changed']) then return null; end if;
  execute format('insert into webhook_deliveries (organization_id, webhook_id, type, data)
    select e.organization_id, w.id, ''broadcast.recipients_changed'', e.data
    from (
      select r.organization_id, json_build_object(''broadcast_id'', r.broadcast_id, ''recipients'', json_agg(r.recipient order by r.id)) as data
      from (
        select n.organization_id, n.broadcast_id, n.id, (row_number() over (partition by n.broadcast_id order by n.id) - 1) / 100 as part,
          json_build_object(''id'', n.id, ''contact_id'', n.contact_id, ''wa_group_id'', n.wa_group_id, ''status'', n.status,
            ''reason'', n.reason, ''sent_at'', wire_time(n.sent_at), ''delivered_at'', wire_time(n.delivered_at),
            ''read_at'', wire_time(n.read_at)) as recipient
        from new_rows n %s
        join broadcasts b on b.organization_id = n.organization_id and b.id = n.broadcast_id and b.test_of is null
        where n.status in (''skipped'', ''cancelled'', ''failed'', ''sent'', ''delivered'', ''read'', ''played'')) r
      group by r.organization_id, r.broadcast_id, r.part) e
    join webhooks w on w.organization_id = e.organization_id and w.active and ''broadcast.recipients_changed'' = any (w.events)',
    case tg_op when 'UPDATE' then 'join old_rows o on o.organization_id = n.organization_id and o.id = n.id and o.status <> n.status' end);
  return null;
end $$;

create trigger tell_inserted after insert on contacts referencing new table as new_rows
  for each statement execute function tell_record_change('contact');
create trigger tell_updated after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function tell_record_change('contact',
    'name', 'preferred_name', 'phone', 'phone_label', 'other_phones', 'email', 'other_emails', 'company', 'job_title', 'language',
    'time_zone', 'notes', 'consent', 'custom', 'deleted_at');
create trigger tell_deleted after delete on contacts referencing old table as old_rows
  for each statement execute function tell_record_change('contact');
create trigger tell_inserted after insert on investments referencing new table as new_rows
  for each statement execute function tell_record_change('investment');
create trigger tell_updated after update on investments referencing old table as old_rows new table as new_rows
  for each statement execute function tell_record_change('investment',
    'reference', 'investor_id', 'offering_id', 'title', 'status_id', 'stage_id', 'instrument', 'currency', 'expected_amount',
    'committed_amount', 'probability', 'expected_close_on', 'committed_on', 'closed_on', 'lost_reason', 'units', 'unit_price',
    'ownership_percent', 'interest_rate_percent', 'discount_percent', 'valuation_cap', 'maturity_on', 'owner_user_id', 'notes', 'custom',
    'deleted_at');
create trigger tell_deleted after delete on investments referencing old table as old_rows
  for each statement execute function tell_record_change('investment');
create trigger tell_inserted after insert on transactions referencing new table as new_rows
  for each statement execute function tell_record_change('transaction');
create trigger tell_updated after update on transactions referencing old table as old_rows new table as new_rows
  for each statement execute function tell_record_change('transaction',
    'kind', 'state', 'amount', 'due_on', 'settled_on', 'reference', 'note', 'deleted_at');
create trigger tell_deleted after delete on transactions referencing old table as old_rows
  for each statement execute function tell_record_change('transaction');
create trigger tell_inserted after insert on opt_outs referencing new table as new_rows for each statement execute function tell_opt_out();
create trigger tell_inserted after insert on wa_messages referencing new table as new_rows for each statement execute function tell_reply();
create trigger tell_updated after update on broadcasts referencing old table as old_rows new table as new_rows
  for each statement execute function tell_broadcast();
create trigger tell_inserted after insert on recipients referencing new table as new_rows for each statement execute function tell_recipients();
create trigger tell_updated after update on recipients referencing old table as old_rows new table as new_rows
  for each statement execute function tell_recipients();
