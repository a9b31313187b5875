-- Runs up to this one were applied before the direction was turned: the next one waits for a confirmation as the first one did.
alter table directory_source add column confirmed_again_after integer;
