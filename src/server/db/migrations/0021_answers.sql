-- Replies: what people write to a session, who has seen to it, and what was answered. Until now there was one answer by
-- itself for each message, on the message's own row.

alter table wa_messages rename column id to wa_message_id;
alter table wa_messages
  drop constraint wa_messages_pkey,
  add column id uuid not null default uuid_v7(),
  -- The network that it came through: the session may go through another one by now.
  add column driver text not null default '',
  -- Which broadcast it replies to: what was sent to them last, or what the answer sent last belongs to.
  add column broadcast_id uuid,
  -- Somebody has seen to it: by answering, by saying so, or Kabar itself (null), which honours a wish at once.
  add column handled_at timestamptz,
  add column handled_by uuid,
  add primary key (organization_id, id),
  add unique (organization_id, session_id, wa_message_id),
  add foreign key (organization_id, broadcast_id) references broadcasts on delete set null (broadcast_id);
create index wa_messages_at on wa_messages (organization_id, at, id);
create index wa_messages_unhandled on wa_messages (organization_id, at, id) where handled_at is null;
create index wa_messages_broadcast on wa_messages (organization_id, broadcast_id, at, id) where broadcast_id is not null;
-- Of people who were no contacts when they wrote.
create index wa_messages_address on wa_messages (organization_id, address_key, at);

-- As `recipients`: one row is one message and also the job of sending it.
create table wa_answers (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  -- The message that it answers.
  reply_id uuid not null,
  text text not null check (text <> ''),
  -- Kabar wrote it by itself; else whoever did, null when they have left.
  is_automatic boolean not null default false,
  created_by uuid,
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
alter table wa_sessions no force row level security;
update wa_messages m set driver = s.driver from wa_sessions s where s.organization_id = m.organization_id and s.id = m.session_id;
-- Nobody could see to them before; a list of all that ever came helps nobody.
update wa_messages set handled_at = received_at;
insert into wa_answers (organization_id, session_id, reply_id, text, is_automatic, status, reason, due_at, wa_message_id, attempts, created_at, sent_at)
select organization_id, session_id, id, answer, true,
  case when answered_at is not null then 'sent' when answer_due_at is null then 'failed'
    when answer_attempts = 0 then 'pending' else 'sending' end::recipient_status,
  case when answered_at is null and answer_due_at is null then case answer_attempts when 0 then 'not_sent' else 'unconfirmed' end end,
  answer_due_at, answer_id, answer_attempts, received_at, answered_at
from wa_messages where answer <> '' and answer_id is not null;
alter table wa_messages force row level security;
alter table wa_sessions force row level security;
call protect('wa_answers');

drop index wa_messages_answers;
drop index wa_messages_answer;
alter table wa_messages
  drop column answer_id, drop column answer, drop column answer_due_at, drop column answer_attempts, drop column answered_at;

-- What the rows of an old import added up to; they are removed 90 days after it ended.
alter table imports add column counts jsonb;
create index imports_old on imports (finished_at) where finished_at is not null and counts is null;
