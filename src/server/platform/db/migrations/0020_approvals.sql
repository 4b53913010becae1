-- Approval of broadcasts by a second person: docs/decisions/0029-approval.md
alter table organizations
  add column approval_always boolean not null default false,
  -- Of broadcasts to more recipients than this; null: no such rule.
  add column approval_above integer check (approval_above >= 0),
  -- Of broadcasts whose text names an amount of money.
  add column approval_amounts boolean not null default false;

alter table broadcasts
  -- `asked`: prepared for approval, or waiting for it. `approved`: started or scheduled by it.
  add column approval text check (approval in ('asked', 'approved')),
  -- Who wrote it: created, edited or asked. None of them may approve it.
  add column authors uuid[] not null default '{}',
  -- Whether the frozen text is the template's, so that a draft can be made of it again.
  add column is_template_text boolean not null default false;
alter table broadcasts no force row level security;
update broadcasts set authors = array[created_by] where created_by is not null;
alter table broadcasts force row level security;
alter table broadcasts
  drop constraint broadcasts_status_check,
  add constraint broadcasts_status_check check (status in
    ('draft', 'awaiting_approval', 'scheduled', 'preparing', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  drop constraint broadcasts_pause_reason_check,
  add constraint broadcasts_pause_reason_check check (pause_reason in
    ('user', 'error_threshold', 'no_acks', 'logged_out', 'banned', 'missed_window', 'restored', 'needs_approval')),
  -- Nothing is sent on a mere request.
  add constraint broadcasts_asked_before_start check (approval is distinct from 'asked' or started_at is null),
  add constraint broadcasts_asked_while_awaiting check (status <> 'awaiting_approval' or approval is not distinct from 'asked'),
  add constraint broadcasts_draft_without_approval check (status <> 'draft' or approval is null);

alter table recipients
  -- The message as it was approved; another one is not sent.
  add column approved_text text,
  -- The message that was not sent because it differs, or goes to another number; until it is approved, too.
  add column drifted_text text,
  add constraint recipients_drifted_while_skipped check (drifted_text is null or status = 'skipped');

-- Every request, with its decision; also of messages that had changed since.
create table broadcast_approvals (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  broadcast_id uuid not null,
  -- Null: nobody asked, messages that had changed were approved.
  requested_by uuid,
  requested_at timestamptz not null default now(),
  decision text check (decision in ('approved', 'rejected', 'withdrawn', 'changes_approved')),
  decided_by uuid,
  decided_at timestamptz,
  -- Of a rejection.
  reason text not null default '',
  -- SHA-256 of what was approved, and of how many recipients.
  digest text,
  recipients integer,
  primary key (organization_id, id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  check ((decision is null) = (decided_at is null))
);
create index broadcast_approvals_broadcast on broadcast_approvals (organization_id, broadcast_id, requested_at);
alter table broadcast_approvals enable row level security, force row level security;
create policy own on broadcast_approvals using (organization_id = current_organization()) with check (organization_id = current_organization());
