-- Analyzes one table and merges the pending lists of its search indexes. Only the owner of a table may, and the app does not
-- always sign in as the owner: on the embedded server it is `kabar_app`.
create function refresh_statistics(target regclass) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('analyze %s', target);
  perform gin_clean_pending_list(i.indexrelid) from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'gin'
    where i.indrelid = target;
end $$;
