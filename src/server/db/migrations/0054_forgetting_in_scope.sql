-- What was sent goes with its broadcast whoever takes that away, and whatever they see: a key asks nobody either. Who
-- removed an organization's broadcasts from outside of it left their recipients.
create or replace function forget_what_was_sent() returns trigger language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.organization_id', true), '');
begin
  perform set_config('app.organization_id', old.organization_id::text, true);
  delete from recipients where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_count_changes where organization_id = old.organization_id and broadcast_id = old.id;
  delete from broadcast_counts where organization_id = old.organization_id and broadcast_id = old.id;
  perform set_config('app.organization_id', scope, true);
  return null;
end $$;

