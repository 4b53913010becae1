-- How many years the audit log is kept; null: for ever.
alter table organizations add column audit_years smallint
  constraint organizations_audit_years_check check (audit_years between 1 and 99);

-- The audit log is append-only: it forgets only what is older than the organization keeps, and than a year.
create function forget_old_audit(before timestamptz, most integer) returns integer language plpgsql security definer set search_path from current as $$
declare
  organization uuid := current_organization();
  years smallint;
  until timestamptz;
  acts integer;
  edits integer;
begin
  select o.audit_years into years from organizations o where o.organization_id = organization;
  if years is null then
    return 0;
  end if;
  until := least(before, now()) - make_interval(years => years);
  delete from audit_events where organization_id = organization and id in (
    select id from audit_events where organization_id = organization and at < until order by id limit most);
  get diagnostics acts = row_count;
  delete from record_edits where organization_id = organization and id in (
    select id from record_edits where organization_id = organization and at < until order by id limit most);
  get diagnostics edits = row_count;
  return acts + edits;
end $$;
