alter table gateway_outage
  -- administrators were mailed about it
  add column mailed boolean not null default false;
