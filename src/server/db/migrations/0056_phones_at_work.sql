-- Asked for every second, of all organizations: those with something to do are few of them.
create index wa_sessions_at_work on wa_sessions (id) where wanted = 'running' or status not in ('stopped', 'failed');
