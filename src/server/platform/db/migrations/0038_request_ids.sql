-- The id of the last HTTP request that created or changed a job. Workers write it to their log lines.
create function note_request() returns trigger language plpgsql as $$
begin
  new.request_id := coalesce(nullif(current_setting('app.request_id', true), '')::uuid, new.request_id);
  return new;
end $$;
alter table mails add column request_id uuid;
create trigger note_request before insert on mails for each row execute function note_request();
alter table imports add column request_id uuid;
create trigger note_request before insert or update on imports for each row execute function note_request();
alter table bulk_changes add column request_id uuid;
create trigger note_request before insert or update on bulk_changes for each row execute function note_request();
alter table broadcasts add column request_id uuid;
create trigger note_request before insert or update on broadcasts for each row execute function note_request();
alter table wa_session_commands add column request_id uuid;
create trigger note_request before insert on wa_session_commands for each row execute function note_request();
