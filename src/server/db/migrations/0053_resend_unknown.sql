-- Whether a message of which nobody knows if it left is sent once more, under the same id.
alter table wa_sessions add column resend_unknown boolean not null default true;
