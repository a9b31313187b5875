-- Where its last stream came from; null until it connects. Core lets these addresses in during a flood of strangers.
alter table gateway add column ip inet;
