-- What people write to a session, kept once: WhatsApp hands a message over again until it is told that it is kept.

create table wa_messages (
  organization_id uuid not null,
  session_id uuid not null,
  -- As its sender chose it.
  id text not null,
  -- Whose it is: a number as compared, or WhatsApp's own id of somebody whose number it does not tell.
  address_key text not null,
  address text not null,
  contact_id uuid,
  text text not null,
  at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  -- What somebody was told who said that they want no more messages, or want them again; under an id of ours.
  answer_id text,
  answer text,
  -- Set exactly while the answer is on its way or waits: when it may leave, once more after an attempt of unknown fate.
  answer_due_at timestamptz,
  answer_attempts smallint not null default 0,
  answered_at timestamptz,
  primary key (organization_id, session_id, id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete set null (contact_id),
  check (answer_due_at is null or answer_id is not null and answer is not null)
);
create index wa_messages_contact on wa_messages (organization_id, contact_id, at) where contact_id is not null;
create index wa_messages_answers on wa_messages (organization_id, session_id, answer_due_at) where answer_due_at is not null;
create index wa_messages_answer on wa_messages (organization_id, session_id, answer_id) where answer_id is not null;
call protect('wa_messages');
