-- The account that a session was linked to last, by its number, and since when: what was sent by another one is not asked of
-- this one, nobody has written to it yet, and its days of sending begin anew.
alter table wa_sessions add column account text, add column account_since timestamptz;

-- Row-level security would hide the sessions of all organizations from this.
select set_config('app.scope', 'system', true);
update wa_sessions set account = phone_number where phone_number <> '';
