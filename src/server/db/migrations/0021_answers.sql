-- Answers: what a session writes back to somebody who wrote to it. Until now there was one by itself for each message,
-- on the message's own row.

alter table wa_messages rename column id to wa_message_id;
alter table wa_messages
  drop constraint wa_messages_pkey,
  add column id uuid not null default uuid_v7(),
  add primary key (organization_id, id),
  add unique (organization_id, session_id, wa_message_id);

-- As `recipients`: one row is one message and also the job of sending it.
create table wa_answers (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  -- The message that it answers.
  reply_id uuid not null,
  text text not null check (text <> ''),
  status recipient_status not null default 'pending' check (status not in ('skipped', 'played')),
  reason text,
  -- Set exactly while it waits or its fate is open: when it may leave, leaves once more, or is given up.
  due_at timestamptz default clock_timestamp(),
  wa_message_id text,
  attempts smallint not null default 0,
  -- How often it was sent once more under the same id, for want of evidence.
  resends smallint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, session_id, wa_message_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade,
  foreign key (organization_id, reply_id) references wa_messages on delete cascade,
  check ((status in ('pending', 'sending', 'unknown', 'accepted')) = (due_at is not null)),
  check (status in ('pending', 'cancelled', 'failed') or wa_message_id is not null)
);
create index wa_answers_reply on wa_answers (organization_id, reply_id, created_at);
create index wa_answers_due on wa_answers (organization_id, session_id, due_at) where due_at is not null;

-- Row-level security binds a table's owner too, and no organization is chosen here.
alter table wa_messages no force row level security;
insert into wa_answers (organization_id, session_id, reply_id, text, status, reason, due_at, wa_message_id, attempts, created_at, sent_at)
select organization_id, session_id, id, answer,
  case when answered_at is not null then 'sent' when answer_due_at is null then 'failed'
    when answer_attempts = 0 then 'pending' else 'sending' end::recipient_status,
  case when answered_at is null and answer_due_at is null then case answer_attempts when 0 then 'not_sent' else 'unconfirmed' end end,
  answer_due_at, answer_id, answer_attempts, received_at, answered_at
from wa_messages where answer <> '' and answer_id is not null;
alter table wa_messages force row level security;
call protect('wa_answers');

drop index wa_messages_answers;
drop index wa_messages_answer;
alter table wa_messages
  drop column answer_id, drop column answer, drop column answer_due_at, drop column answer_attempts, drop column answered_at;
