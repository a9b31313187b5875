/** As `rotate-key` leaves the keys for a core that still has the former instance key. */
export const replaceInstanceKey = `
  with newest as (insert into data_key default values returning id), removed as (delete from wrapped_key)
  insert into wrapped_key (data_key_id, instance_key_id, wrapped) select id, '\\x00', '\\x00' from newest`;
