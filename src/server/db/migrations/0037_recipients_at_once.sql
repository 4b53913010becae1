-- A broadcast to 100,000 begins sooner: docs/decisions/0014-start-of-a-broadcast.md.

-- Its broadcast names it, too, and a recipient goes with its broadcast.
alter table recipients drop constraint recipients_organization_id_session_id_fkey;

-- No message has an id before it leaves.
drop index recipients_message;
create unique index recipients_message on recipients (organization_id, session_id, wa_message_id) where wa_message_id is not null;
