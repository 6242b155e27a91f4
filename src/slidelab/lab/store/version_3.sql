-- Under the engine `auto` the engine that ran came out of the search. What was asked for is a choice,
-- not kept with older trials: they get what is asked for unless told.
ALTER TABLE trials ADD COLUMN engine_asked TEXT NOT NULL DEFAULT 'auto'
