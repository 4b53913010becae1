-- What is being sent: a few rows, while 100,000 may wait.
create index webhook_deliveries_in_flight on webhook_deliveries (organization_id, webhook_id) where lease_until is not null;
