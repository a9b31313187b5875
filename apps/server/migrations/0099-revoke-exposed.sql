-- Tokens of provisioners could be shown without a recent proof of who asks: administrators show new ones.
delete from provisioner_token;

-- Private keys could be stored together with certificates, and were shown with them. Only certificates remain.
update activity_stream set cert = (
  select string_agg(block[1], E'\n') || E'\n'
  from regexp_matches(cert, '-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----', 'g') block
) where cert is not null;

update settings set changed = jsonb_set(changed, '{ldap_ca_certificate}', coalesce(to_jsonb((
  select string_agg(block[1], E'\n') || E'\n'
  from regexp_matches(changed->>'ldap_ca_certificate', '-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----', 'g') block
)), '""'))
where changed->>'ldap_ca_certificate' <> '';
