-- The probability of a status before it was changed, with the first day on which that no longer holds, as 0071 keeps it of
-- investments: the weighted pipeline of a past day counts with what was expected then.
create table investment_status_history (
  organization_id uuid not null,
  status_id uuid not null,
  until date not null,
  probability integer,
  primary key (organization_id, status_id, until),
  foreign key (organization_id, status_id) references investment_statuses on delete cascade
);
call protect('investment_status_history');

create function keep_status_history() returns trigger language plpgsql as $$
begin
  insert into investment_status_history (organization_id, status_id, until, probability)
    values (old.organization_id, old.id, day_in(old.organization_id), old.probability)
    on conflict do nothing;
  return null;
end $$;
create trigger kept_history after update of probability on investment_statuses for each row
  when (old.probability is distinct from new.probability) execute function keep_status_history();
