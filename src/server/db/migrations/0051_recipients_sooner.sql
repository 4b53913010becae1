-- A broadcast to 100,000 begins sooner: docs/decisions/0014-start-of-a-broadcast.md.

-- A key asks for the broadcast once for each recipient, and all that a statement adds have the same one. Asked once for
-- each broadcast and held as a key would, so that it cannot go meanwhile, the answer is the same.
alter table recipients drop constraint recipients_organization_id_broadcast_id_fkey;

create function check_broadcast_of_recipients() returns trigger language plpgsql as $$
declare
  wanted record;
begin
  for wanted in select distinct organization_id, broadcast_id from added loop
    perform from broadcasts where organization_id = wanted.organization_id and id = wanted.broadcast_id for key share;
    if not found then
      raise foreign_key_violation using
        message = 'recipients of a broadcast that is not there', table = 'recipients', column = 'broadcast_id';
    end if;
  end loop;
  return null;
end $$;
create trigger checked after insert on recipients referencing new table as added
  for each statement execute function check_broadcast_of_recipients();

create function keep_recipient_in_broadcast() returns trigger language plpgsql as $$
begin
  raise foreign_key_violation using
    message = 'a recipient stays in its broadcast', table = 'recipients', column = 'broadcast_id';
end $$;
create trigger kept before update of organization_id, broadcast_id on recipients
  for each row execute function keep_recipient_in_broadcast();

-- With a broadcast go its recipients, and then what was counted of it: after those who are writing recipients have ended,
-- for which the first statement waits.
create or replace function forget_counts() returns trigger language plpgsql as $$
begin
  delete from recipients where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_count_changes where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_counts where organization_id = old.organization_id and broadcast_id = old.id;
  return null;
end $$;
alter function forget_counts rename to forget_what_was_sent;

-- PostgreSQL's own costs half as much; versions before 18 have none.
do $$
begin
  if current_setting('server_version_num')::integer >= 180000 then
    create or replace function uuid_v7() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  end if;
end $$;
