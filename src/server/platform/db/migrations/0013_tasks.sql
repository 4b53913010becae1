-- Tasks: what a member has to do by a day, about one record or none.
create table tasks (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  title text not null check (title <> ''),
  details text not null default '',
  due_on date,
  -- The day of the month of the first due day: 31 Jan is followed by 28 Feb, and that by 31 Mar.
  anchor_day smallint check (anchor_day between 1 and 31),
  repeats text check (repeats in ('daily', 'weekly', 'every_two_weeks', 'monthly', 'quarterly', 'yearly')),
  assignee_user_id uuid,
  investor_id uuid,
  contact_id uuid,
  investment_id uuid,
  offering_id uuid,
  broadcast_id uuid,
  done_at timestamptz,
  done_by uuid,
  -- The task that was added when this one was done.
  next_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  name_key text collate "C" not null generated always as (left(fold(title), 60)) stored,
  search text not null generated always as (fold(title || ' ' || details)) stored,
  primary key (organization_id, id),
  check (num_nonnulls(investor_id, contact_id, investment_id, offering_id, broadcast_id) <= 1),
  check (repeats is null or due_on is not null),
  check ((due_on is null) = (anchor_day is null)),
  foreign key (organization_id, assignee_user_id) references users on delete set null (assignee_user_id),
  foreign key (organization_id, investor_id) references investors on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade,
  foreign key (organization_id, investment_id) references investments on delete cascade,
  foreign key (organization_id, offering_id) references offerings on delete cascade,
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, next_id) references tasks on delete set null (next_id)
);
create index tasks_due on tasks (organization_id, due_on, id) where deleted_at is null and done_at is null;
create index tasks_done on tasks (organization_id, done_at, id) where deleted_at is null and done_at is not null;
create index tasks_assignee on tasks (organization_id, assignee_user_id, due_on, id);
create index tasks_investor on tasks (organization_id, investor_id) where investor_id is not null;
create index tasks_contact on tasks (organization_id, contact_id) where contact_id is not null;
create index tasks_investment on tasks (organization_id, investment_id) where investment_id is not null;
create index tasks_offering on tasks (organization_id, offering_id) where offering_id is not null;
create index tasks_broadcast on tasks (organization_id, broadcast_id) where broadcast_id is not null;
create index tasks_next on tasks (organization_id, next_id) where next_id is not null;
create index tasks_name_key on tasks (organization_id, name_key, id) where deleted_at is null;
create index tasks_search on tasks using gin (organization_id, search gin_trgm_ops)
  with (gin_pending_list_limit = 128) where deleted_at is null;
create index tasks_trash on tasks (organization_id, deleted_at desc, id) where deleted_at is not null;
alter table tasks enable row level security, force row level security;
create policy own on tasks using (organization_id = current_organization()) with check (organization_id = current_organization());
create trigger delete_edits after delete on tasks referencing old table as old_rows for each statement execute function delete_edits_of_records();
create trigger record_edit after update of title, details, due_on, repeats, assignee_user_id, investor_id, contact_id, investment_id, offering_id,
    broadcast_id, done_at, deleted_at on tasks
  for each row
  when (old.title is distinct from new.title or old.details is distinct from new.details or old.due_on is distinct from new.due_on
    or old.repeats is distinct from new.repeats or old.assignee_user_id is distinct from new.assignee_user_id
    or old.investor_id is distinct from new.investor_id or old.contact_id is distinct from new.contact_id
    or old.investment_id is distinct from new.investment_id or old.offering_id is distinct from new.offering_id
    or old.broadcast_id is distinct from new.broadcast_id or old.done_at is distinct from new.done_at
    or old.deleted_at is distinct from new.deleted_at)
  execute function record_edit('task', 'title', 'details', 'due_on', 'repeats', 'assignee_user_id', 'investor_id', 'contact_id',
    'investment_id', 'offering_id', 'broadcast_id', 'done_at', 'deleted_at');
