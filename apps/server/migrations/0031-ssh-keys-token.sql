-- SHA-256 of the token that servers show for /ssh_authorized_keys; null: none is asked for.
alter table settings add column ssh_keys_token_hash bytea;
