-- What a broadcast went through: its session may change the driver afterwards.

-- Null until it is started.
alter table broadcasts add column driver text;
update broadcasts b set driver = s.driver from wa_sessions s
where s.organization_id = b.organization_id and s.id = b.session_id and b.started_at is not null;
