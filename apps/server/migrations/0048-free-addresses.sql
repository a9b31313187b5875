-- An address may be released while another transaction moves the start of its search: rows no longer depend on
-- address_search. Only addresses below the start of the search that no device has are assigned from here.
alter table free_address
  drop constraint free_address_location_id_position_fkey,
  add foreign key (location_id) references location on delete cascade;
