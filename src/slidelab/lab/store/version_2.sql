-- An experiment that resumes may record a cell again: the index makes that one trial.
ALTER TABLE trials ADD COLUMN experiment TEXT;
ALTER TABLE trials ADD COLUMN cell INTEGER;
CREATE UNIQUE INDEX one_trial_a_cell ON trials (experiment, cell) WHERE experiment IS NOT NULL;
