-- Attempts that were opened in a browser are not replaced by others of the device: strangers behind the owner's address cannot end
-- them. Null until the owner opens the page of the console, or a browser the page that leads to the provider.
alter table location_sign_in add column opened_at timestamptz;
